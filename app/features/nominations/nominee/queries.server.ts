import type { Db } from '#db/schema/tables.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { findByNumber } from '#features/people/register-queries.server.ts'
import { doubtsAboutEntry, isNamedLike } from './register-entry.ts'

/** What the register says about a nominee. */

/** What speaks against admitting the nominee under a number, or under the one that the nomination gives. */
export async function doubtsAboutAdmission(db: Db, answers: Answers, number: string): Promise<string[]> {
  const memberNo = number || textOf(answers, 'memberNo')
  const entry = memberNo === '' ? undefined : await findByNumber(db, memberNo)
  return entry ? doubtsAboutEntry(entry, answers) : []
}

/**
 * Whether the nominee is a member on a day, and with which grade or category. A number that is not in the register, or
 * that someone else has, may be misspelt: then nothing is known, and the office has to look.
 */
export async function membershipOfNominee(
  db: Db,
  answers: Answers,
  day: string,
): Promise<{ isMember?: boolean; grade?: string }> {
  const memberNo = textOf(answers, 'memberNo')
  const entry = memberNo === '' ? undefined : await findByNumber(db, memberNo)
  if (!entry) return textOf(answers, 'isMember') === 'no' ? { isMember: false } : {}
  if (!isNamedLike(entry, answers)) return {}
  const { from, to } = await db
    .selectFrom('person')
    .select(['valid_from as from', 'valid_to as to'])
    .where('id', '=', entry.id)
    .executeTakeFirstOrThrow()
  const isValid = (from === null || from <= day) && (to === null || day <= to)
  return { isMember: isValid && entry.diedYear == null, grade: entry.grade ?? entry.category }
}
