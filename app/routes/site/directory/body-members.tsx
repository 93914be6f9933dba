import { bodyPosts, type BodyTerm } from '#features/bodies/body.ts'
import { Days } from '#ui/foundations/day.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { formatDay } from '#ui/foundations/dates.ts'
import type { ShownBody } from './shown-body.server.ts'
import styles from './body-members.module.css'

/** The members of a body on a day, and a form to choose another day. */
export function BodyMembers({ shown, path }: { shown: ShownBody; path: string }) {
  const { name, day, isToday, members, firstDay, quorum } = shown
  const when = isToday ? 'today' : `on ${formatDay(day)}`
  return (
    <section aria-labelledby="members">
      <h2 id="members">{isToday ? 'Members' : `Members on ${formatDay(day)}`}</h2>
      {members.length === 0 ? (
        <p>We have no members of this body on record {when}.</p>
      ) : (
        <DataTable
          caption={`Members of the ${name} ${when}`}
          captionHidden
          rows={members}
          rowKey={({ id }) => id}
          columns={members.some(({ institution }) => institution) ? columns : withoutInstitution}
        />
      )}
      {quorum && <p>Quorum: {quorum}.</p>}
      <form action={path} className={styles.day}>
        <Field
          name="on"
          label="Show the members on another day"
          hint={firstDay ? `Our records begin on ${formatDay(firstDay)}.` : undefined}
          type="date"
          width="short"
          defaultValue={day}
        />
        <Button look="secondary">Show members</Button>
      </form>
    </section>
  )
}

const columns = [
  { key: 'name', label: 'Name', heads: true, cell: ({ name }: BodyTerm) => name },
  { key: 'office', label: 'Office', cell: ({ office, post }: BodyTerm) => office ?? bodyPosts[post] },
  { key: 'institution', label: 'Institution', cell: ({ institution }: BodyTerm) => institution },
  {
    key: 'term',
    label: 'Term',
    cell: ({ startsOn, endsOn }: BodyTerm) => (
      <span>
        <Days from={startsOn} to={endsOn ?? undefined} />
        {endsOn === null && ' onwards'}
      </span>
    ),
  },
]

const withoutInstitution = columns.filter(({ key }) => key !== 'institution')
