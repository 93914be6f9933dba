import { dayInWords } from '#office-time.ts'
import { isVisibleTo, readerOn } from '#features/case-access/case-access.server.ts'
import { fromJson } from '#db/engine/json.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { OwnReader } from '#features/cases/own-cases.server.ts'
import { validityOf } from '#features/certificates/certificate-content.ts'
import type { FormCopy } from '#features/forms/form-copy.server.ts'
import { textOf, type Answers } from '#features/forms/questions.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { applicationCategories, bands, reasons } from './form.ts'
import { moneyText, readMoney } from './money.ts'
import { payModes } from './payment-form.ts'
import { ownPayments, casePayments } from './own-payments.server.ts'

/** The receipt for a payment that the office has recorded, made from that record each time it is opened. */

/** Only for the person whose page lists the payment. */
export async function findOwnReceipt(db: Db, reader: OwnReader, id: string): Promise<FormCopy | undefined> {
  const row = await ownPayments(db, reader).$call(ofReceipt(id)).executeTakeFirst()
  return row && makeReceipt(db, row)
}

/** For those who may work on the case. Recorded, because it names who paid. */
export function openReceipt(
  db: Db,
  actor: StaffActor,
  { reference, id }: { reference: string; id: string },
  now: Date,
): Promise<FormCopy | undefined> {
  return inTransaction(db, async (db) => {
    const row = await casePayments(db)
      .$call(ofReceipt(id))
      .where('reference', '=', reference)
      .where(isVisibleTo(readerOn(actor, now)))
      .executeTakeFirst()
    if (!row) return undefined
    await record(db, actor, 'case-receipt.read', `case:${reference}`, { number: receiptNumber(row) }, now)
    return makeReceipt(db, row)
  })
}

type Payments = ReturnType<typeof casePayments>

function ofReceipt(id: string) {
  return (payments: Payments) =>
    payments
      .leftJoin('person', 'person.id', 'dossier.person_id')
      .select(['reference', 'case_payment.id', 'currency', 'minor', 'answers', 'facts', 'fee'])
      .select(['subject_name as name', 'dossier.sample_at as sampleAt', 'person.member_no as memberNo'])
      .select(['paid_on as paidOn', 'pay_number as payNumber', 'line_id as lineId'])
      .select('recorded_at as recordedAt')
      .where('case_payment.id', '=', id)
      .where('case_payment.kind', '=', 'received')
}

type ReceiptRow = NonNullable<
  Awaited<ReturnType<ReturnType<ReturnType<typeof ofReceipt>>['executeTakeFirst']>>
>

/** From what never changes: the case and the key of the payment. */
function receiptNumber({ reference, id }: { reference: string; id: string }): string {
  return `${reference}-R${id.slice(-6).toUpperCase()}`
}

async function makeReceipt(db: Db, row: ReceiptRow): Promise<FormCopy> {
  const { societyName } = await readSettings(db)
  const number = receiptNumber(row)
  const items = Object.entries({ ...payerOf(row), ...purposeOf(row), ...paidHow(row) })
    .filter((item): item is [string, string] => Boolean(item[1]))
    .map(([label, text]) => ({ name: label, label, shown: { kind: 'text', text } as const }))
  return {
    ...{ title: row.sampleAt === null ? 'Receipt' : 'Receipt (sample)', societyName, reference: number },
    receivedAt: new Date(row.recordedAt),
    lead: `Receipt number ${number}`,
    note: 'The Academy has recorded this payment as received.',
    parts: [{ name: 'payment', title: moneyText(row), items }],
  }
}

function payerOf({ paidOn, name, memberNo }: ReceiptRow) {
  return { 'Received on': dayInWords(paidOn), 'Received from': name, 'Member number': memberNo }
}

function purposeOf({ reference, answers: stored, facts, fee, currency, minor }: ReceiptRow) {
  const answers = fromJson<Answers>(stored)
  const { validFrom = null, validTo = null } = fromJson<Record<string, string | undefined>>(facts)
  const due = fee === null ? undefined : readMoney(fee)
  return {
    'Amount received': moneyText({ currency, minor }),
    For: `Membership fee, application ${reference}`,
    'Applied for': labelOf(reasons, textOf(answers, 'reason')),
    Category: labelOf(applicationCategories, textOf(answers, 'category')),
    'Fee for': labelOf(bands, textOf(answers, 'band')),
    'Fee of this application': due && moneyText(due),
    'Period of membership': validityOf('membership', validFrom, validTo),
  }
}

/** The method is what the applicant stated, for the payment with the number that they stated. */
function paidHow({ answers: stored, payNumber, lineId }: ReceiptRow) {
  const answers = fromJson<Answers>(stored)
  const isStated = payNumber !== '' && bare(payNumber) === bare(textOf(answers, 'payNumber'))
  return {
    'Payment method': isStated ? labelOf(payModes, textOf(answers, 'payMode')) : undefined,
    'Transaction or draft number': payNumber,
    'Paid into': lineId === null ? undefined : 'The bank account of the Academy',
  }
}

function labelOf(labels: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined
}

function bare(number: string): string {
  return number.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}
