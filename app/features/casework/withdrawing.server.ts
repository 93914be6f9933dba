import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { findConfirmationCase } from '#features/cases/confirmation-queries.server.ts'
import { answerConfirmation } from '#features/cases/confirmations.server.ts'
import { lockCase } from '#features/cases/operations.server.ts'
import { moveApplication } from '#features/memberships/operations.server.ts'
import { moveNomination } from '#features/nominations/operations.server.ts'
import type { Outcome } from '#outcome.ts'

/** The words on the button; they are stored with the withdrawal. */
export const withdrawalWording = 'Withdraw permanently'

type WithdrawalOutcome = Outcome<'not-found' | 'too-late', { reference: string }>

/** Ends the transaction, so that the link of a case that stays as it is can still be used. */
class NotWithdrawn extends Error {}

/** The sender withdraws a case through the link that shows its status. The link and the case change together. */
export async function withdrawByLink(
  db: Db,
  actor: Actor,
  origin: string,
  token: string,
  now: Date,
): Promise<WithdrawalOutcome> {
  try {
    return await inTransaction(db, async (db): Promise<WithdrawalOutcome> => {
      const found = await findConfirmationCase(db, 'status', token, now)
      const caseRow = found && (await lockCase(db, found.caseRow.reference))
      if (!caseRow) return { ok: false, reason: 'not-found' }
      const answered = {
        answer: { withdrawn: 'yes' },
        wording: withdrawalWording,
        confirmedHash: caseRow.answers_hash,
      }
      // This update decides whether the link is still valid: it may have been replaced since it was read.
      if (!(await answerConfirmation(db, 'status', token, answered, now)))
        return { ok: false, reason: 'not-found' }
      const { reference, process: caseType } = caseRow
      const moving = { reference, move: 'withdraw', facts: {} } as const
      const moved =
        caseType === 'membership'
          ? await moveApplication(db, actor, origin, { ...moving, by: 'applicant' }, now)
          : await moveNomination(db, actor, origin, { ...moving, by: 'proposer' }, now)
      if (!moved.ok) throw new NotWithdrawn('The case stays as it was.')
      return { ok: true, reference }
    })
  } catch (error) {
    if (error instanceof NotWithdrawn) return { ok: false, reason: 'too-late' }
    throw error
  }
}
