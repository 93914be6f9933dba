import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { CaseRow } from '#features/cases/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { isCovered, ownCurrency, receivedText } from './balance.ts'
import { addPayment, readBalance } from './ledger.server.ts'
import { minorOf, moneyText, type Money } from './money.ts'
import type { UpiRequest } from './upi.ts'
import { isSettled, type MembershipMove } from './workflow.ts'

/** What the moves of an application do with money. */

export type PaymentRefusal = 'underpaid' | 'paid-in-full' | 'nothing-paid' | 'part-paid'

interface PaymentMove {
  move: MembershipMove
  facts: Record<string, string>
  lineId?: string | undefined
}

/** Records the payment that comes with a move, if the move is right for what is then paid. */
export async function takePayment(
  db: Db,
  actor: Actor,
  caseRow: CaseRow,
  { move, facts, lineId }: PaymentMove,
  now: Date,
): Promise<Outcome<PaymentRefusal>> {
  if (move === 'no-payment') return checkUnpaid(db, caseRow)
  if (!['match-payment', 'part-payment', 'payment-complete', 'accept-payment'].includes(move))
    return { ok: true }
  const { amount = '0', paidOn = '', payNumber = '' } = facts
  const balance = await readBalance(db, caseRow)
  const isEnough = isCovered(balance, minorOf(amount))
  if (move === 'accept-payment')
    return balance.paid.minor > 0 ? { ok: true } : { ok: false, reason: 'nothing-paid' }
  if (move === 'part-payment' && isEnough) return { ok: false, reason: 'paid-in-full' }
  if (move !== 'part-payment' && !isEnough) return { ok: false, reason: 'underpaid' }
  if (move !== 'payment-complete')
    await addPayment(db, actor, caseRow.id, balance.paid.currency, { amount, paidOn, payNumber, lineId }, now)
  return { ok: true }
}

/** Only an administrator may accept a part of the fee, so no one else may say afterwards that no fee is due. */
async function checkUnpaid(db: Db, caseRow: CaseRow): Promise<Outcome<PaymentRefusal>> {
  const { paid } = await readBalance(db, caseRow)
  return paid.minor > 0 ? { ok: false, reason: 'part-paid' } : { ok: true }
}

/** Whether something was paid and the fee is covered. */
export async function isPaid(db: Db, caseRow: CaseRow): Promise<boolean> {
  const balance = await readBalance(db, caseRow)
  return balance.paid.minor > 0 && isCovered(balance)
}

/** For letters. */
export async function paymentFacts(db: Db, caseRow: CaseRow): Promise<{ amount: string; paid: string }> {
  const balance = await readBalance(db, caseRow)
  const { missing } = balance
  return { amount: missing ? moneyText(missing) : '', paid: receivedText(balance) }
}

/** What is still to be paid for an application and how; undefined without a fee, and once it is settled or closed. */
export interface PayRequest {
  href: string
  missing: Money
  fee: Money
  reference: string
  howToPay: string
  /** Only in the currency of the Academy's account, and once the office has set an address. */
  upi: UpiRequest | undefined
}

type PayableCase = Pick<CaseRow, 'id' | 'state' | 'fee' | 'answers' | 'pay_reference' | 'ended_at'>

export async function findPayRequest(db: Db, caseRow: PayableCase): Promise<PayRequest | undefined> {
  const { pay_reference: reference } = caseRow
  if (!reference || caseRow.ended_at !== null || isSettled(caseRow.state)) return undefined
  const { fee, missing } = await readBalance(db, caseRow)
  if (!fee || !missing || missing.minor === 0) return undefined
  const settings = await readSettings(db)
  return {
    ...{ href: `/membership/pay/${reference}`, missing, fee, reference, howToPay: settings.bankDetails },
    upi: upiFor(settings, missing, reference),
  }
}

/** By the payment reference, for the page that says how to pay. */
export async function findPayRequestByReference(db: Db, reference: string): Promise<PayRequest | undefined> {
  const caseRow = await payableCases(db).where('pay_reference', '=', reference).executeTakeFirst()
  return caseRow && findPayRequest(db, caseRow)
}

/** By the reference of the application, for its sender. */
export async function findPayRequestOf(db: Db, reference: string): Promise<PayRequest | undefined> {
  const caseRow = await payableCases(db).where('reference', '=', reference).executeTakeFirst()
  return caseRow && findPayRequest(db, caseRow)
}

export function payableCases(db: Db) {
  return db
    .selectFrom('dossier')
    .select(['id', 'state', 'fee', 'answers', 'pay_reference', 'ended_at'])
    .where('process', '=', 'membership')
    .where('erased_at', 'is', null)
}

export function upiFor(
  { upiAddress, upiName, societyName }: { upiAddress: string; upiName: string; societyName: string },
  amount: Money,
  reference: string,
): UpiRequest | undefined {
  if (upiAddress === '' || amount.currency !== ownCurrency) return undefined
  return { payee: upiAddress, name: upiName || societyName, amount, reference }
}
