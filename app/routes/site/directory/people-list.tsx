import { EntryList } from '#ui/list/entry-list.tsx'

interface Person {
  name: string
  affiliation?: string | undefined
  role?: string | undefined
}

/** People and what they did, in the style of a printed programme. */
export function PeopleList({ title, people }: { title: string; people: Person[] }) {
  if (people.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <EntryList
        entries={people.map(({ name, affiliation, role }, index) => ({
          id: `${title.toLowerCase()}-${index + 1}`,
          title: name,
          margin: role,
          meta: affiliation,
        }))}
      />
    </section>
  )
}
