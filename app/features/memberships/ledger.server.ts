import { readerOn } from '#features/case-access/case-access.server.ts'
import { newId } from '#db/engine/id.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { balanceOf, type Balance } from './balance.ts'
import { feeOf } from './case-type.ts'
import { minorOf, readMoney, type Money } from './money.ts'

/** What was paid for an application. */

export interface Payment {
  /** As people type it. */
  amount: string
  paidOn: string
  payNumber: string
  lineId?: string | undefined
}

/** The fee of applications from before it was stored is the one in the settings. */
export async function feeOfCase(
  db: Db,
  { fee, answers }: { fee: string | null; answers: string },
): Promise<Money | undefined> {
  return readMoney(fee ?? feeOf(await readSettings(db), fromJson<Answers>(answers)) ?? '')
}

export async function readBalance(
  db: Db,
  caseRow: { id: string; fee: string | null; answers: string },
): Promise<Balance> {
  return balanceOf(await feeOfCase(db, caseRow), await listPayments(db, caseRow.id))
}

export function listPayments(db: Db, caseId: string) {
  return db
    .selectFrom('case_payment')
    .leftJoin('staff_user', 'staff_user.id', 'case_payment.recorded_by')
    .select([
      ...(['case_payment.id', 'kind', 'currency', 'minor', 'note'] as const),
      'paid_on as paidOn',
      'pay_number as payNumber',
      'recorded_at as recordedAt',
      'staff_user.name as recordedBy',
    ])
    .where('dossier_id', '=', caseId)
    .orderBy('recorded_at')
    .orderBy('case_payment.id')
    .execute()
}

/** Adds money that arrived, in the transaction of the recorded action that it belongs to. */
export async function addPayment(
  db: Db,
  actor: Actor,
  caseId: string,
  currency: string,
  { amount, paidOn, payNumber, lineId }: Payment,
  now: Date,
): Promise<void> {
  await db
    .insertInto('case_payment')
    .values({
      ...{ id: newId(), dossier_id: caseId, kind: 'received', currency, minor: minorOf(amount) },
      ...{ paid_on: paidOn, pay_number: payNumber, note: '', line_id: lineId ?? null },
      ...{ recorded_by: actor.kind === 'staff' ? actor.id : null, recorded_at: now.getTime() },
    })
    .execute()
}

export interface Refund {
  amount: string
  paidOn: string
  note: string
}

/** Notes money that the office has sent back; the site sends none. */
export function noteRefund(
  db: Db,
  actor: StaffActor,
  reference: string,
  { amount, paidOn, note }: Refund,
  now: Date,
): Promise<Outcome<'not-found' | 'more-than-paid'>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (caseRow?.process !== 'membership') return { ok: false, reason: 'not-found' }
    const { paid } = await readBalance(db, caseRow)
    const minor = minorOf(amount)
    if (minor > paid.minor) return { ok: false, reason: 'more-than-paid' }
    const { currency } = paid
    await db
      .insertInto('case_payment')
      .values({
        ...{ id: newId(), dossier_id: caseRow.id, kind: 'refunded', currency, minor },
        ...{ paid_on: paidOn, pay_number: '', note, line_id: null },
        ...{ recorded_by: actor.id, recorded_at: now.getTime() },
      })
      .execute()
    await record(db, actor, 'case.payment-refunded', `case:${reference}`, { amount, currency, paidOn }, now)
    return { ok: true }
  })
}
