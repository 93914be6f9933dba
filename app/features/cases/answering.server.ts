import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { answerConfirmation, findConfirmation, type ConfirmationAnswer } from './confirmations.server.ts'
import { lockCase, type CaseRow } from './operations.server.ts'
import { findCaseById } from './queries.server.ts'

/**
 * Saves an answer that came by a mailed link, if the case still says what the person was shown, and locks the case for
 * what follows. A person who sees only a part is bound to that part.
 */
export async function takeAnswer(
  db: Db,
  actor: Actor,
  purpose: ConfirmationPurpose,
  token: string,
  answered: ConfirmationAnswer,
  now: Date,
  shownHashOf: (db: Db, caseRow: CaseRow) => Promise<string | undefined> = () => Promise.resolve(undefined),
): Promise<Outcome<'not-found' | 'changed', { caseRow: CaseRow }>> {
  const confirmation = await findConfirmation(db, purpose, token, now)
  const found = confirmation && (await findCaseById(db, confirmation.caseId))
  const caseRow = found && (await lockCase(db, found.reference))
  if (!caseRow) return { ok: false, reason: 'not-found' }
  const shownHash = await shownHashOf(db, caseRow)
  if (![caseRow.answers_hash, shownHash].includes(answered.confirmedHash))
    return { ok: false, reason: 'changed' }
  const bound = { ...answered, confirmedHash: caseRow.answers_hash, ...(shownHash && { shownHash }) }
  const isTaken = await answerConfirmation(db, purpose, token, bound, now)
  if (!isTaken) return { ok: false, reason: 'not-found' }
  await record(db, actor, 'case.answered', `case:${caseRow.reference}`, { purpose }, now)
  return { ok: true, caseRow }
}
