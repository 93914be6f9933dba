import { dayInWords, officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { takeAnswer } from '#features/cases/answering.server.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import type { ConfirmationAnswer } from '#features/cases/confirmations.server.ts'
import { forgetConsent } from '#features/cases/one-open-case.server.ts'
import { dueAt, type CaseRow } from '#features/cases/operations.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { nameInLetter } from '#features/letters/names.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { peopleOf } from './case-types.ts'
import { nominationLetters } from './letters.ts'
import { shownTo } from './shown-nomination.server.ts'
import { workflow } from './workflow.ts'

export type Declined = 'declines' | 'not-me'

/**
 * The seconder says no, or was not meant. The proposer is asked at once to name another; until then the nomination waits.
 * The letter has no word of the seconder's own: a stranger may have named both.
 */
export function declineToSecond(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  answered: ConfirmationAnswer & { answer: { declined: Declined } },
  now: Date,
): Promise<Outcome<'not-found' | 'changed'>> {
  return inTransaction(db, async (db) => {
    const taken = await takeAnswer(db, actor, 'second', token, answered, now, shownTo('second'))
    if (!taken.ok) return taken
    const { proposer, facts, link } = await reopenForProposer(db, origin, taken.caseRow, now)
    const said = { ...facts, declined: sentences[answered.answer.declined] }
    const about = { facts: said, link, caseId: taken.caseRow.id }
    await sendLetter(db, proposer, nominationLetters.seconderDeclined, about, now)
    return { ok: true }
  })
}

/**
 * The nominee has read the nomination and wants it corrected before answering. The proposer reads what the nominee wrote
 * on the page of the link; then the nominee is asked again.
 */
export function askForCorrections(
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
    const { id } = taken.caseRow
    await forgetConsent(db, id)
    const { proposer, facts, link } = await reopenForProposer(db, origin, taken.caseRow, now)
    const about = { facts, link, caseId: id }
    await sendLetter(db, proposer, nominationLetters.nomineeCorrects, about, now)
    return { ok: true }
  })
}

/** Lets the proposer open the form again, with the full time to do so. */
async function reopenForProposer(db: Db, origin: string, { id, reference, answers }: CaseRow, now: Date) {
  const due = dueAt(workflow.states.submitted.after?.days, now)
  await db.updateTable('dossier').set({ due_at: due }).where('id', '=', id).execute()
  const { proposer, nominee } = peopleOf(fromJson<Answers>(answers))
  const request = { caseId: id, purpose: 'correct', dueAt: due, ...proposer } as const
  return {
    proposer,
    link: await askConfirmation(db, origin, request, now),
    facts: {
      ...{ reference, nominee: nameInLetter(nominee.name) },
      due: due === null ? '' : dayInWords(officeDay(new Date(due))),
    },
  }
}

const sentences: Record<Declined, string> = {
  declines: 'has declined',
  'not-me': 'says that our email reached the wrong person',
}

/** Whether the last answer from this address was that they do not second it. */
export async function hasDeclinedToSecond(db: Db, caseId: string, email: string): Promise<boolean> {
  const last = await db
    .selectFrom('confirmation')
    .select('answer')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', 'second')
    .where('email', '=', email)
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.answer != null && 'declined' in fromJson<object>(last.answer)
}

/** Why the form of a nomination that waits for people is open again: what the last of them answered. */
export async function findLastWish(
  db: Db,
  caseId: string,
): Promise<{ of: 'seconder' } | { of: 'nominee'; corrections: string }> {
  const last = await db
    .selectFrom('confirmation')
    .select(['purpose', 'answer'])
    .where('dossier_id', '=', caseId)
    .where('purpose', 'in', ['consent', 'second'])
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.purpose !== 'consent') return { of: 'seconder' }
  const { corrections = '' } = fromJson<{ corrections?: string }>(last.answer ?? '{}')
  return { of: 'nominee', corrections }
}
