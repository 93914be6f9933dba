import { wordsOf } from '#db/search/words.ts'
import { fullTitle } from '#features/forms/pieces.ts'
import type { Answers } from '#features/forms/questions.ts'
import { areSameNames, nameParts } from '#features/people/import/similar-names.ts'
import { displayName, fullName, type NewPerson } from '#features/people/register.ts'

/** Whether the person in the register under the nominee’s number is the nominee. A number is easily mistyped. */

type Entry = Pick<NewPerson, 'memberNo' | 'title' | 'givenName' | 'familyName' | 'diedYear'>

/** Initials may stand for names, and one name may be missing, but not the whole family name. */
export function isNamedLike(entry: Entry, answers: Answers): boolean {
  const nominee = fullTitle({ ...answers, title: '' })
  const said = new Set(wordsOf(nominee))
  const hasFamilyName = wordsOf(entry.familyName).some((word) => said.has(word))
  return hasFamilyName && areSameNames(nameParts(fullName(entry)), nameParts(nominee))
}

/** What speaks against giving this person the nominee’s grade. */
export function doubtsAboutEntry(entry: Entry, answers: Answers): string[] {
  const { memberNo, diedYear } = entry
  const name = displayName(entry)
  return [
    !isNamedLike(entry, answers) &&
      `In the register, ${memberNo} belongs to ${name}. The nominee is ${fullTitle(answers)}.`,
    diedYear != null && `In the register, ${name} (${memberNo}) died in ${diedYear}.`,
  ].filter((doubt) => doubt !== false)
}
