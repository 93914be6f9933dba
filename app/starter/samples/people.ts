import { makeSamplePeople, type StarterPerson } from '#starter/people.ts'

// Drawn with a different seed than the register, so that people on pages are not in it by chance.
const pool = makeSamplePeople(160, 404).filter(
  (person) => person.diedYear === undefined && person.category !== 'student',
)

/** The sample person with this number among those who appear on pages. */
export function samplePerson(number: number): { name: string; affiliation: string; person: StarterPerson } {
  const person = pool[number]
  if (!person)
    throw new Error(`There are only ${pool.length} sample people for pages. Number ${number} does not exist.`)
  return {
    name: `${person.title} ${person.givenName} ${person.familyName}`,
    affiliation: person.institution,
    person,
  }
}

/** Name and place, as programmes print them. */
export function sampleSpeaker(number: number): { name: string; affiliation: string } {
  const { name, affiliation } = samplePerson(number)
  return { name, affiliation }
}
