import type { Insertable } from 'kysely'
import { spacedNameWords } from '#db/search/name-fits.server.ts'
import { type SearchEntry } from '#db/search/search-index.server.ts'
import type { Tables } from '#db/schema/tables.ts'
import { fellowAddress } from './addresses.ts'
import { maxNameLength } from './form.ts'
import {
  categories,
  displayName,
  fullName,
  grades,
  lifeListCategories,
  numberKey,
  searchWords,
  sortName,
  type Category,
  type Grade,
  type NewPerson,
} from './register.ts'

export const subject = 'person'

/** The whole row of a new person; `version` and the deletion time have defaults. */
export function rowFor(id: string, person: NewPerson, now: Date): Insertable<Tables['person']> {
  const at = now.getTime()
  return {
    id,
    ...columnsOf(person),
    listed_at: person.listed ? at : null,
    sample_at: person.sample ? at : null,
    created_at: at,
    updated_at: at,
  }
}

/** What staff may write, with the derived search and sort columns. */
export function columnsOf(person: NewPerson) {
  return {
    member_no: person.memberNo,
    fellow_no: person.fellowNo ?? null,
    title: person.title ?? null,
    given_name: person.givenName,
    family_name: person.familyName,
    sort_name: sortName(person),
    search_name: spacedNameWords(fullName(person)),
    number_key: numberKey(person.memberNo),
    search_all: searchWords(person),
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
    web_page: person.webPage ?? null,
    died_year: person.diedYear ?? null,
  }
}

/** A row, or a line of a copy, without the derived columns. */
type PersonRow = Omit<
  ReturnType<typeof columnsOf>,
  'sort_name' | 'search_name' | 'number_key' | 'search_all' | 'category' | 'grade'
> & { category: string; grade: string | null; listed_at: number | null; sample_at: number | null }

/** What staff wrote about a person, from a row of the table. A deleted person is listed nowhere. */
export function personOf(row: PersonRow): NewPerson & { sample: boolean } {
  return {
    memberNo: row.member_no,
    fellowNo: row.fellow_no,
    title: row.title,
    givenName: row.given_name,
    familyName: row.family_name,
    category: row.category as Category,
    since: row.since,
    grade: row.grade as Grade | null,
    electedYear: row.elected_year,
    discipline: row.discipline,
    specialisation: row.specialisation,
    institution: row.institution,
    city: row.city,
    state: row.state,
    country: row.country,
    citation: row.citation,
    webPage: row.web_page,
    diedYear: row.died_year,
    listed: row.listed_at !== null,
    sample: row.sample_at !== null,
  }
}

/** Whether the person has a public page. */
export function hasPage(person: NewPerson): boolean {
  return person.listed && person.grade != null
}

/** Only people in a public list can be found. */
export function isFindable(person: NewPerson) {
  return person.listed && (person.grade != null || isOnLifeList(person))
}

function isOnLifeList(person: NewPerson) {
  return lifeListCategories.some((category) => category === person.category)
}

export function entryFor(id: string, person: NewPerson, slug: string | null, now: Date): SearchEntry {
  const name = fullName(person)
  const sought = encodeURIComponent(name.slice(0, maxNameLength).toWellFormed())
  const gradeOrCategory = person.grade ? grades[person.grade] : categories[person.category]
  const location = [person.institution, person.city, person.country].filter(Boolean).join(', ')
  return {
    subject,
    subjectId: id,
    title: displayName(person),
    sortAs: sortName(person),
    href: person.grade
      ? fellowAddress({ id, slug })
      : `/membership/life-members-or-iaps-associates?name=${sought}`,
    summary: [gradeOrCategory, person.discipline, location].filter(Boolean).join(' · '),
    section: person.grade ? 'Fellowship' : 'Membership',
    names: [name],
    alsoCalled: person.grade ? [person.fellowNo ?? ''] : [person.memberNo],
    body: [
      gradeOrCategory,
      person.discipline,
      person.specialisation,
      location,
      person.state,
      person.citation,
      person.electedYear,
    ]
      .filter(Boolean)
      .join('\n'),
    sampleAt: person.sample ? now.getTime() : null,
  }
}
