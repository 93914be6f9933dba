import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { makeFormCopy } from '#features/forms/form-copy.server.ts'
import { noteRefund } from '#features/memberships/ledger.server.ts'
import { moneyText } from '#features/memberships/money.ts'
import { makeCaseworker, makeReceived } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { pagesOf } from '#test/harness/pdf/pages.ts'
import { listActions } from '#test/makers/staff.ts'
import { makeReached } from '#test/makers/own-pages.ts'
import { findOwnReceipt, openReceipt } from './receipts.server.ts'

const email = 'asha@receipts.example'
const stated = { email, payNumber: 'UTR00012345', payMode: 'neft' }

async function makePaid(db: Db) {
  const personId = await makeReached(db, email, monday)
  const made = await makeReceived(db, monday, stated)
  return { ...made, reader: { personId, email, isShared: false } }
}

async function textOf(copy: Awaited<ReturnType<typeof findOwnReceipt>>) {
  const pages = await pagesOf(await makeFormCopy(copy!))
  expect(pages).toHaveLength(1)
  return pages[0]!.replaceAll(/\s+/g, ' ')
}

test('a receipt says who paid what, when, how and for what, and nothing that the site does not know', async ({
  db,
}) => {
  const { reader, reference, id } = await makePaid(db)
  await db.updateTable('dossier').set({ fee: 'INR 800' }).where('reference', '=', reference).execute()
  const receipt = await findOwnReceipt(db, reader, id)
  const text = await textOf(receipt)
  const number = `${reference}-R${id.slice(-6).toUpperCase()}`
  for (const said of [
    ...['International Academy of Physical Sciences', `Receipt number ${number}`],
    ...['Received on 2 November 2026', 'Received from Dr Asha Sample', 'Amount received ₹ 500'],
    ...[`For Membership fee, application ${reference}`, 'Applied for A new membership'],
    ...['Category Life member', 'Fee of this application ₹ 800', 'Payment method NEFT'],
    ...['Transaction or draft number UTR00012345', 'Paid into The bank account of the Academy'],
  ])
    expect(text).toContain(said)
  expect(text).not.toMatch(/Period of membership|Member number|signature/i)

  const facts = JSON.stringify({ validFrom: '2027-01-01', validTo: '2027-12-31' })
  await db
    .updateTable('dossier')
    .set({ facts, person_id: reader.personId })
    .where('reference', '=', reference)
    .execute()
  const later = await textOf(await findOwnReceipt(db, reader, id))
  expect(later).toContain(`Receipt number ${number}`)
  expect(later).toContain('Period of membership from 1 January 2027 to 31 December 2027')
  expect(later).toMatch(/Member number OP-\d+/)
})

test('the method that the applicant stated is not put beside another payment', async ({ db }) => {
  const { reader, id } = await makePaid(db)
  await db.updateTable('case_payment').set({ pay_number: 'UTR99' }).where('id', '=', id).execute()
  expect(await textOf(await findOwnReceipt(db, reader, id))).not.toContain('NEFT')
})

test('only the person who paid has the receipt: no other member, and nobody at a shared address', async ({
  db,
}) => {
  const { reader, id } = await makePaid(db)
  const personId = await makeReached(db, 'other@receipts.example', monday)
  const other = { personId, email: 'other@receipts.example', isShared: false }
  expect(await findOwnReceipt(db, reader, id)).toBeDefined()
  expect(await findOwnReceipt(db, other, id)).toBeUndefined()
  expect(await findOwnReceipt(db, { ...reader, isShared: true }, id)).toBeUndefined()
})

test('a refund and an erased application have no receipt', async ({ db }) => {
  const { reader, reference, id } = await makePaid(db)
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const refund = { amount: '200', paidOn: '2026-11-03', note: 'Paid twice.' }
  expect(await noteRefund(db, admin, reference, refund, monday)).toEqual({ ok: true })
  const payments = await db
    .selectFrom('case_payment')
    .select(['id', 'kind', 'currency', 'minor'])
    .orderBy('id')
    .execute()
  expect(payments.map(({ kind, ...money }) => [kind, moneyText(money)])).toHaveLength(2)
  const refunded = payments.find(({ kind }) => kind === 'refunded')?.id ?? ''
  expect(await findOwnReceipt(db, reader, refunded)).toBeUndefined()
  await db
    .updateTable('dossier')
    .set({ erased_at: monday.getTime(), ended_at: monday.getTime() })
    .where('reference', '=', reference)
    .execute()
  expect(await findOwnReceipt(db, reader, id)).toBeUndefined()
  expect(await openReceipt(db, admin, { reference, id }, monday)).toBeUndefined()
})

test('staff who may work on the application open the receipt, which is recorded; others find none', async ({
  db,
}) => {
  const { reference, id } = await makePaid(db)
  const office = await makeCaseworker(db, monday)
  const hidden = await makeCaseworker(db, monday, { email })
  expect(await openReceipt(db, hidden, { reference, id }, monday)).toBeUndefined()
  expect(await openReceipt(db, office, { reference: 'MA-1995-9999', id }, monday)).toBeUndefined()
  expect(await listActions(db)).not.toContain('case-receipt.read')
  expect((await openReceipt(db, office, { reference, id }, monday))?.reference).toMatch(
    /^MA-.*-R[0-9A-F]{6}$/,
  )
  expect(await listActions(db)).toContain('case-receipt.read')
})
