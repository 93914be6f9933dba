import type { NewPerson } from '#features/people/roll.ts'
import type { Row } from './rows.ts'

/** What staff wrote about somebody, from a row of the copy. Whoever lies in the bin is listed nowhere. */
export function personOf(row: Row<'person'>): NewPerson {
  return {
    memberNo: row.member_no,
    fellowNo: row.fellow_no,
    title: row.title,
    givenName: row.given_name,
    familyName: row.family_name,
    category: row.category,
    since: row.since,
    grade: row.grade,
    electedYear: row.elected_year,
    discipline: row.discipline,
    specialisation: row.specialisation,
    institution: row.institution,
    city: row.city,
    state: row.state,
    country: row.country,
    citation: row.citation,
    diedYear: row.died_year,
    listed: row.listed_at !== null,
    sample: row.sample_at !== null,
  }
}
