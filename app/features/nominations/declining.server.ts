import { officeDay } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { takeAnswer } from '#features/cases/answering.server.ts'
import { askConfirmation } from '#features/cases/confirmation-links.server.ts'
import type { ConfirmationAnswer } from '#features/cases/confirmations.server.ts'
import { dayInWords } from '#features/forms/days.ts'
import type { Answers } from '#features/forms/questions.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { peopleOf } from './case-types.ts'
import { nominationLetters } from './letters.ts'

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
    const taken = await takeAnswer(db, actor, 'second', token, answered, now)
    if (!taken.ok) return taken
    const { id, reference, answers, due_at: dueAt } = taken.caseRow
    const { proposer, nominee } = peopleOf(fromJson<Answers>(answers))
    const link = await askConfirmation(
      db,
      origin,
      { caseId: id, purpose: 'correct', dueAt, ...proposer },
      now,
    )
    const facts = {
      ...{ reference, nominee: nominee.name, declined: sentences[answered.answer.declined] },
      due: dueAt === null ? '' : dayInWords(officeDay(new Date(dueAt))),
    }
    await sendLetter(db, proposer, nominationLetters.seconderDeclined, { facts, link, caseId: id }, now)
    return { ok: true }
  })
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
    .executeTakeFirst()
  return last?.answer != null && 'declined' in fromJson<object>(last.answer)
}
