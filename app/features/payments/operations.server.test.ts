import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { bringLines, makeCase, makePaying, makeCaseworker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions, listLetters } from '#test/makers/staff.ts'
import { system } from '#features/audit/actor.ts'
import { moveCase } from '#features/casework/casework.server.ts'
import { balanceSentence } from '#features/memberships/balance.ts'
import { moveApplication } from '#features/memberships/operations.server.ts'
import { listPayments, noteRefund, readBalance } from '#features/memberships/ledger.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import {
  importStatement,
  confirmProposals,
  mapStatement,
  matchLine,
  setLinesAside,
  undoStatement,
} from './operations.server.ts'
import { countLines, listProposals, listStatements } from './queries.server.ts'
import { readStatement } from './reading.server.ts'

const paid = { payNumber: 'UTR00012345', payAmount: '500', payDay: '1995-01-01' }
const line = '02/01/1995,500.00,UTR00012345,NEFT A SAMPLE'

async function stateOf(db: Db, reference: string) {
  return db
    .selectFrom('dossier')
    .select(['state', 'facts'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
}

test('a certain payment moves its application, and the line names it', async ({ db }) => {
  const editor = await makeCaseworker(db, monday, { name: 'Meera Rao' })
  const reference = await makePaying(db, monday, paid)
  const id = await bringLines(db, editor, [line, '02/01/1995,,,charges', '02/01/1995,70,,A GIFT'], monday)
  expect(await countLines(db, id)).toEqual({ open: 2, matched: 0, aside: 0, duplicate: 0, useless: 1 })

  expect(await confirmProposals(db, editor, origin, id, 'certain', monday)).toEqual({ moved: 1, left: [] })

  const { state, facts } = await stateOf(db, reference)
  expect([state, JSON.parse(facts)]).toEqual([
    'payment_ok',
    { amount: '500', paidOn: '1995-01-02', payNumber: 'UTR00012345' },
  ])
  const shown = await readStatement(db, editor, id, { page: 1, show: 'matched' }, monday)
  expect(shown?.lines?.rows).toMatchObject([{ number: 1, reference, settledBy: 'Meera Rao' }])
  expect(await confirmProposals(db, editor, origin, id, 'certain', monday)).toEqual({ moved: 0, left: [] })
})

test('the same lines in a later statement are recognised and count once', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  const reference = await makePaying(db, monday, paid)
  const first = await bringLines(db, editor, [line, line], monday)
  const second = await bringLines(
    db,
    editor,
    ['1995-01-02,500,utr-00012345,neft a  sample', line, line],
    monday,
  )

  expect(await countLines(db, first)).toMatchObject({ open: 2, duplicate: 0 })
  // Of three equal lines two were in the first statement.
  expect(await countLines(db, second)).toMatchObject({ open: 1, duplicate: 2 })
  expect(await matchLine(db, editor, origin, { importId: second, number: 1 }, reference, monday)).toEqual({
    ok: false,
    sentence: 'An earlier statement has the same line. It counts only once.',
  })

  expect(await undoStatement(db, editor, first, monday)).toEqual({ ok: true })
  expect(await countLines(db, second)).toMatchObject({ open: 3, duplicate: 0 })
})

test('a statement can be deleted only while nothing in it was matched', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  const reference = await makePaying(db, monday, paid)
  const id = await bringLines(db, editor, [line], monday)
  await matchLine(db, editor, origin, { importId: id, number: 1 }, reference, monday)

  expect(await undoStatement(db, editor, id, monday)).toEqual({ ok: false, reason: 'settled' })
  expect(await mapStatement(db, editor, id, { day: 0, amount: 1 }, monday)).toEqual({
    ok: false,
    reason: 'settled',
  })
  expect(await undoStatement(db, editor, 'x', monday)).toEqual({ ok: false, reason: 'not-found' })
})

test('a line is matched once, by nobody who is named in the application', async ({ db }) => {
  const editor = await makeCaseworker(db, monday, { email: 'me@example.org' })
  const [one, mine] = [
    await makePaying(db, monday, paid),
    await makePaying(db, monday, { email: 'me@example.org' }),
  ]
  const id = await bringLines(db, editor, [line, '02/01/1995,70,,A GIFT', '02/01/1995,,,charges'], monday)
  const match = async (number: number, reference: string) => {
    const outcome = await matchLine(db, editor, origin, { importId: id, number }, reference, monday)
    return outcome.ok ? 'ok' : outcome.sentence
  }

  expect(await match(2, mine)).toBe('This case does not exist.')
  expect(await match(2, 'MA-1995-9999')).toBe('This case does not exist.')
  expect(await match(3, one)).toBe('This statement has no such line. Check the line number.')
  expect(await match(9, one)).toBe('This statement has no such line. Check the line number.')
  expect(await match(2, one)).toBe('ok')
  expect(await match(2, one)).toBe('Someone has already handled this line.')
  expect(await countLines(db, id)).toMatchObject({ open: 1, matched: 1 })
})

const fee = { fee_life_india: 'INR 5000' }

test('less than the fee is recorded and asked for again, and the rest completes it', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  await changeSettings(db, system, fee, monday)
  const reference = await makePaying(db, monday, { ...paid, payAmount: '4000' })
  const id = await bringLines(
    db,
    editor,
    ['02/01/1995,4000,UTR00012345,A', `02/01/1995,1000,,${reference}`],
    monday,
  )

  // Number and statement of the applicant agree, but the fee is higher.
  expect(await listProposals(db, editor.id, id, monday)).toMatchObject([
    { isCertain: false },
    { isCertain: false },
  ])
  expect(await matchLine(db, editor, origin, { importId: id, number: 1 }, reference, monday)).toEqual({
    ok: true,
  })
  expect((await stateOf(db, reference)).state).toBe('payment_check')
  const letter = await lastLetter(db)
  expect(letter).toContain('So far we have received ₹\u00a04,000 of ₹\u00a05,000.')
  expect(letter).toContain('Please pay the remaining ₹\u00a01,000.')

  expect(await confirmProposals(db, editor, origin, id, 'certain', monday)).toEqual({ moved: 1, left: [] })
  expect((await stateOf(db, reference)).state).toBe('payment_ok')
  const caseRow = await db.selectFrom('dossier').selectAll().executeTakeFirstOrThrow()
  expect(balanceSentence(await readBalance(db, caseRow))).toBe('₹\u00a05,000 received in full')
})

test('money that comes before anyone looks for it is recorded, and completes the check', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  await changeSettings(db, system, fee, monday)
  const reference = await makeCase(db, monday, { process: 'membership', state: 'verified_email' })
  const id = await bringLines(db, editor, [`02/01/1995,5000,,NEFT ${reference}`], monday)

  expect(await confirmProposals(db, editor, origin, id, 'certain', monday)).toEqual({ moved: 1, left: [] })
  expect((await stateOf(db, reference)).state).toBe('verified_email')
  for (const move of ['scrutinise', 'check-payment'])
    expect(await moveCase(db, editor, origin, { reference, move, typed: {} }, monday)).toMatchObject({
      ok: true,
    })
  expect((await stateOf(db, reference)).state).toBe('payment_ok')
})

test('too little is no payment in full, and an administrator may accept it with a reason', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  await changeSettings(db, system, fee, monday)
  const reference = await makePaying(db, monday, paid)
  const move = async (name: string, typed: Record<string, string>) => {
    const outcome = await moveCase(db, admin, origin, { reference, move: name, typed, released: {} }, monday)
    return outcome.ok ? outcome.to : outcome.reason
  }

  expect(await move('accept-payment', { reason: 'A gift.' })).toBe('nothing-paid')
  expect(await move('match-payment', { amount: '4000', paidOn: '1995-01-02' })).toBe('underpaid')
  expect(await db.selectFrom('case_payment').select('id').execute()).toEqual([])
  expect(await move('part-payment', { amount: '5000', paidOn: '1995-01-02' })).toBe('paid-in-full')
  expect(await move('part-payment', { amount: '4000', paidOn: '1995-01-02' })).toBe('payment_check')
  expect(await move('accept-payment', { reason: 'The Council waived the rest.' })).toBe('payment_ok')
})

test('no fee is due while a payment is looked for, unless part of the fee was ever found', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  await changeSettings(db, system, fee, monday)
  const move = async (reference: string, name: string, typed: Record<string, string>) => {
    const outcome = await moveCase(db, editor, origin, { reference, move: name, typed }, monday)
    return outcome.ok ? outcome.to : outcome.reason
  }
  const reason = { reason: 'The Council waived it.' }
  const unpaid = await makePaying(db, monday, paid)
  expect(await move(unpaid, 'no-payment', reason)).toBe('payment_ok')

  const partPaid = await makePaying(db, monday, { ...paid, payNumber: 'UTR00099999', email: 'b@example.org' })
  await move(partPaid, 'part-payment', { amount: '4000', paidOn: '1995-01-02' })
  expect(await move(partPaid, 'no-payment', reason)).toBe('part-paid')
  await move(partPaid, 'ask', { reason: 'Your degree certificate.' })
  const answer = { reference: partPaid, move: 'answer', by: 'applicant', facts: {} } as const
  expect(await moveApplication(db, system, origin, answer, monday)).toMatchObject({ to: 'in_scrutiny' })
  expect(await move(partPaid, 'no-payment', reason)).toBe('part-paid')
})

test('a refund is noted, and never of more than was paid', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  const reference = await makePaying(db, monday, paid)
  const id = await bringLines(db, editor, [line], monday)
  await confirmProposals(db, editor, origin, id, 'certain', monday)
  const refund = (amount: string) =>
    noteRefund(db, editor, reference, { amount, paidOn: '1995-01-03', note: 'Paid twice.' }, monday)

  expect(await refund('500.01')).toEqual({ ok: false, reason: 'more-than-paid' })
  expect(await refund('200')).toEqual({ ok: true })
  expect(await refund('300.5')).toEqual({ ok: false, reason: 'more-than-paid' })
  const { id: caseId } = await db.selectFrom('dossier').select('id').executeTakeFirstOrThrow()
  expect(await listPayments(db, caseId)).toMatchObject([
    { kind: 'received', currency: 'INR', minor: 50_000 },
    { kind: 'refunded', currency: 'INR', minor: 20_000, note: 'Paid twice.' },
  ])
})

test('a fee in another currency is compared by a person', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  await changeSettings(db, system, { fee_life_india: 'USD 50' }, monday)
  const reference = await makePaying(db, monday, paid)
  const id = await bringLines(db, editor, [line], monday)

  expect(await matchLine(db, editor, origin, { importId: id, number: 1 }, reference, monday)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('another currency'),
  })
})

async function lastLetter(db: Db): Promise<string> {
  return (await listLetters(db)).at(-1)?.body_text ?? ''
}

test('of two parallel confirmations, one counts', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  await makePaying(db, monday, paid)
  const id = await bringLines(db, editor, [line], monday)
  const both = await Promise.all([
    confirmProposals(db, editor, origin, id, 'certain', monday),
    confirmProposals(db, editor, origin, id, 'certain', monday),
  ])

  expect(both.reduce((sum, { moved }) => sum + moved, 0)).toBe(1)
})

test('lines are set aside and restored; those without a match say so', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  const id = await bringLines(db, editor, ['02/01/1995,70,,A GIFT'], monday)
  const { id: gift } = await db.selectFrom('payment_line').select('id').executeTakeFirstOrThrow()

  expect(await listProposals(db, editor.id, id, monday)).toEqual([])
  expect(await confirmProposals(db, editor, origin, id, new Set([gift]), monday)).toEqual({
    moved: 0,
    left: [{ reference: 'Line 1', sentence: 'No application matches. Match it by hand or set it aside.' }],
  })
  expect(await setLinesAside(db, editor, id, [gift, 'x'], true, monday)).toEqual({ count: 1 })
  expect(await setLinesAside(db, editor, id, [gift], true, monday)).toEqual({ count: 0 })
  expect(await countLines(db, id)).toMatchObject({ open: 0, aside: 1 })
  expect(await setLinesAside(db, editor, id, [gift], false, monday)).toEqual({ count: 1 })
  expect(await listActions(db)).toEqual([
    'payments.brought',
    'payments.read-by-columns',
    'payments.set-aside',
    'payments.taken-back',
  ])
})

test('a file that is not a statement is refused with a sentence, and nothing is stored', async ({ db }) => {
  const editor = await makeCaseworker(db, monday)
  const bring = (text: string) =>
    importStatement(db, editor, { name: 'x.csv', bytes: Buffer.from(text) }, monday)

  expect(await bring('words')).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('no header row'),
  })
  expect(await bring('Date,Credit\n')).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('no lines'),
  })
  expect(await bring(`Date,Credit\n${'2026-01-01,5\n'.repeat(5001)}`)).toMatchObject({
    ok: false,
    sentence: 'This statement has more than 5,000 lines. Split it into smaller files.',
  })
  expect(await db.selectFrom('payment_import').select('id').execute()).toEqual([])
})

test('every statement is on one page of the list, the newest first', async ({ db }) => {
  const editor = await makeCaseworker(db, monday, { name: 'Meera Rao' })
  const ids: string[] = []
  for (let n = 0; n < 51; n++)
    ids.push(await bringLines(db, editor, [line], new Date(monday.getTime() + n * 1000)))

  const pages = [await listStatements(db, 1), await listStatements(db, 2)]
  expect(pages.map(({ total, statements }) => [total, statements.length])).toEqual([
    [51, 50],
    [51, 1],
  ])
  const listed = pages.flatMap(({ statements }) => statements.map(({ id }) => id))
  expect(listed).toEqual(ids.toReversed())
})
