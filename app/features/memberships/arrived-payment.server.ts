import { readerOn } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { isCovered, ownCurrency } from './balance.ts'
import { addPayment, readBalance, type Payment } from './ledger.server.ts'
import { minorOf } from './money.ts'
import { moveApplication, type ApplicationRefusal } from './operations.server.ts'

export type ArrivedRefusal = ApplicationRefusal | 'erased' | 'other-currency'

/**
 * Records money that arrived for an application, whatever its status. One that waits for it moves on, or stays with a
 * letter about the rest.
 */
export function payApplication(
  db: Db,
  actor: StaffActor,
  origin: string,
  reference: string,
  payment: Payment,
  now: Date,
): Promise<Outcome<ArrivedRefusal, { caseId: string }>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (caseRow?.process !== 'membership') return { ok: false, reason: 'not-found' }
    if (caseRow.erased_at !== null) return { ok: false, reason: 'erased' }
    const balance = await readBalance(db, caseRow)
    if (balance.paid.currency !== ownCurrency) return { ok: false, reason: 'other-currency' }
    const paid = { ok: true as const, caseId: caseRow.id }
    if (!['in_scrutiny', 'payment_check'].includes(caseRow.state)) {
      await addPayment(db, actor, caseRow.id, ownCurrency, payment, now)
      const { amount, paidOn } = payment
      const details = { amount, currency: ownCurrency, paidOn }
      await record(db, actor, 'case.payment-received', `case:${reference}`, details, now)
      return paid
    }
    const { amount, paidOn, payNumber, lineId } = payment
    const move = isCovered(balance, minorOf(amount)) ? 'match-payment' : 'part-payment'
    const facts = { amount, paidOn, ...(payNumber && { payNumber }) }
    const moving = { reference, move, by: actor.role, facts, lineId } as const
    const moved = await moveApplication(db, actor, origin, moving, now)
    return moved.ok ? paid : moved
  })
}
