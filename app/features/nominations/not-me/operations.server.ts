import { dayInWords, officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { takeAnswer } from '#features/cases/answering.server.ts'
import { findConfirmation, type ConfirmationAnswer } from '#features/cases/confirmations.server.ts'
import { addSiteNote, forgetConsent } from '#features/cases/one-open-case.server.ts'
import { dueAt, type CaseRow } from '#features/cases/operations.server.ts'
import { findCaseById } from '#features/cases/queries.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { nameInLetter } from '#features/letters/names.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { peopleOf } from '#features/nominations/case-types.ts'
import type { Declined } from '#features/nominations/declining.server.ts'
import { nominationLetters } from '#features/nominations/letters.ts'
import { moveNomination } from '#features/nominations/operations.server.ts'
import { shownTo } from '#features/nominations/shown-nomination.server.ts'
import { workflow } from '#features/nominations/workflow.ts'
import type { Outcome } from '#outcome.ts'

/**
 * Our email reached someone who is not the nominee, or not the proposer. That ends nothing: the address is wrong, and
 * the nomination waits until it is corrected.
 */

/** The letter to the proposer has no word of whoever answered: a stranger may have named both addresses. */
export function notTheNominee(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: ConfirmationAnswer,
  now: Date,
): Promise<Outcome<'not-found' | 'changed'>> {
  return inTransaction(db, async (db) => {
    const taken = await takeAnswer(db, actor, 'consent', token, answered, now, shownTo('consent'))
    if (!taken.ok) return taken
    const { id, reference, answers } = taken.caseRow
    await forgetConsent(db, id)
    await noteWrongAddress(db, actor, origin, taken.caseRow, 'nominee', now)
    const { proposer, nominee } = peopleOf(fromJson<Answers>(answers))
    const due = dueAt(workflow.states.submitted.after?.days, now)
    const facts = {
      ...{ reference, nominee: nameInLetter(nominee.name) },
      due: due === null ? '' : dayInWords(officeDay(new Date(due))),
    }
    await sendLetter(db, proposer, nominationLetters.nomineeNotMe, { facts, caseId: id }, now)
    return { ok: true }
  })
}

/** The proposer does not make the nomination, which ends it, or is not the person whom it names. */
export function declineProposal(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: ConfirmationAnswer & { answer: { declined: Declined } },
  now: Date,
): Promise<Outcome<'not-found' | 'changed'>> {
  return inTransaction(db, async (db) => {
    const confirmation = await findConfirmation(db, 'verify', token, now)
    const found = confirmation && (await findCaseById(db, confirmation.caseId))
    if (!found || found.process === 'membership') return { ok: false, reason: 'not-found' }
    const taken = await takeAnswer(db, actor, 'verify', token, answered, now)
    if (!taken.ok) return taken
    const { reference } = taken.caseRow
    if (answered.answer.declined === 'not-me')
      await noteWrongAddress(db, actor, origin, taken.caseRow, 'proposer', now)
    else
      await moveNomination(db, actor, origin, { reference, move: 'withdraw', by: 'proposer', facts: {} }, now)
    return { ok: true }
  })
}

/** In the history, on the desk of the office, and as a note that says what to do. */
async function noteWrongAddress(
  db: Db,
  actor: Actor,
  origin: string,
  { id, reference, answers }: CaseRow,
  whose: 'nominee' | 'proposer',
  now: Date,
) {
  await moveNomination(db, actor, origin, { reference, move: 'not-me', by: whose, facts: { whose } }, now)
  const { email } = peopleOf(fromJson<Answers>(answers))[whose]
  const body = `Our email to ${email} reached someone who says that they are not the ${whose}. Correct the ${whose}’s email address among the confirmations. The nomination waits for it.`
  await addSiteNote(db, id, body, now)
}
