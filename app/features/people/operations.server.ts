import type { Insertable } from 'kysely'
import { raiseContentVersion } from '#db/content-version.server.ts'
import { newId } from '#db/id.ts'
import {
  putSearchEntries,
  removeSampleSearchEntries,
  spacedNameWords,
  type SearchEntry,
} from '#db/search.server.ts'
import type { Db, Tables } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { longestName } from './form.ts'
import {
  displayName,
  fullName,
  grades,
  lifeListCategories,
  categories,
  sortName,
  type NewPerson,
} from './roll.ts'

const subject = 'person'
const rowsAtOnce = 200

export async function enrolPerson(db: Db, person: NewPerson, now: Date): Promise<string> {
  const [id] = await enrolPeople(db, [person], now)
  if (id === undefined) throw new Error(`Enrolling ${person.memberNo} made no row.`)
  return id
}

/** Writes the people into the roll, all or none, and answers their ids in the same order. */
export function enrolPeople(db: Db, people: NewPerson[], now: Date): Promise<string[]> {
  const numbered = people.map((person) => ({ id: newId(), person }))
  return inTransaction(db, async (db) => {
    for (let start = 0; start < numbered.length; start += rowsAtOnce) {
      const some = numbered.slice(start, start + rowsAtOnce)
      await db
        .insertInto('person')
        .values(some.map(({ id, person }) => rowFor(id, person, now)))
        .execute()
    }
    await putSearchEntries(
      db,
      numbered.filter(({ person }) => isFindable(person)).map(({ id, person }) => entryFor(id, person, now)),
    )
    await raiseContentVersion(db, now)
    return numbered.map(({ id }) => id)
  })
}

/** Takes everybody off the roll who was only put there to show the pages alive; tells how many. */
export function removeSamplePeople(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    await removeSampleSearchEntries(db, subject)
    const removed = await db.deleteFrom('person').where('sample_at', 'is not', null).executeTakeFirst()
    await raiseContentVersion(db, now)
    return Number(removed.numDeletedRows)
  })
}

function rowFor(id: string, person: NewPerson, now: Date): Insertable<Tables['person']> {
  const at = now.getTime()
  return {
    id,
    member_no: person.memberNo,
    fellow_no: person.fellowNo ?? null,
    title: person.title ?? null,
    given_name: person.givenName,
    family_name: person.familyName,
    sort_name: sortName(person),
    search_name: spacedNameWords(fullName(person)),
    category: person.category,
    grade: person.grade ?? null,
    since: person.since,
    elected_year: person.electedYear ?? null,
    discipline: person.discipline,
    specialisation: person.specialisation ?? null,
    institution: person.institution ?? null,
    city: person.city ?? null,
    state: person.state ?? null,
    country: person.country,
    citation: person.citation ?? null,
    died_year: person.diedYear ?? null,
    listed_at: person.listed ? at : null,
    sample_at: person.sample ? at : null,
    created_at: at,
    updated_at: at,
  }
}

/** Only who stands on a public list may be found. */
function isFindable(person: NewPerson) {
  return person.listed && (person.grade != null || isOnLifeList(person))
}

function isOnLifeList(person: NewPerson) {
  return lifeListCategories.some((category) => category === person.category)
}

function entryFor(id: string, person: NewPerson, now: Date): SearchEntry {
  const name = fullName(person)
  const sought = encodeURIComponent(name.slice(0, longestName).toWellFormed())
  const standing = person.grade ? grades[person.grade] : categories[person.category]
  const place = [person.institution, person.city, person.country].filter(Boolean).join(', ')
  return {
    subject,
    subjectId: id,
    title: displayName(person),
    sortAs: sortName(person),
    href: person.grade
      ? `/fellowship/fellows/${id}`
      : `/membership/life-members-or-iaps-associates?name=${sought}`,
    summary: [standing, person.discipline, place].filter(Boolean).join(' · '),
    section: person.grade ? 'Fellowship' : 'Membership',
    names: [name],
    body: [standing, person.discipline, person.specialisation, place, person.state, person.citation].join(
      ' ',
    ),
    sampleAt: person.sample ? now.getTime() : null,
  }
}
