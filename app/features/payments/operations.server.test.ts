import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { caseOrigin as origin } from '#test/makers/cases.ts'
import { bringLines, makeCase, makePaying, makeWorker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import {
  bringStatement,
  confirmProposals,
  mapStatement,
  matchLine,
  setLinesAside,
  undoStatement,
} from './operations.server.ts'
import { countLines, listProposals } from './queries.server.ts'
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
  const editor = await makeWorker(db, monday, { name: 'Meera Rao' })
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
  const editor = await makeWorker(db, monday)
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
  const editor = await makeWorker(db, monday)
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

test('a line is matched once, to an application waiting for its payment, by nobody who is named in it', async ({
  db,
}) => {
  const editor = await makeWorker(db, monday, { email: 'me@example.org' })
  const [one, mine, new_] = [
    await makePaying(db, monday, paid),
    await makePaying(db, monday, { email: 'me@example.org' }),
    await makeCase(db, monday, { process: 'membership', state: 'verified_email' }),
  ]
  const id = await bringLines(db, editor, [line, '02/01/1995,70,,A GIFT', '02/01/1995,,,charges'], monday)
  const match = async (number: number, reference: string) => {
    const outcome = await matchLine(db, editor, origin, { importId: id, number }, reference, monday)
    return outcome.ok ? 'ok' : outcome.sentence
  }

  expect(await match(2, new_)).toBe(
    'Someone else changed this case. Check its current status, then try again.',
  )
  expect(await match(2, mine)).toBe('This case does not exist.')
  expect(await match(2, 'MA-1995-9999')).toBe('This case does not exist.')
  expect(await match(3, one)).toBe('This statement has no such line. Check the line number.')
  expect(await match(9, one)).toBe('This statement has no such line. Check the line number.')
  expect(await match(2, one)).toBe('ok')
  expect(await match(2, one)).toBe('Someone has already handled this line.')
  expect(await countLines(db, id)).toMatchObject({ open: 1, matched: 1 })
})

test('of two parallel confirmations, one counts', async ({ db }) => {
  const editor = await makeWorker(db, monday)
  await makePaying(db, monday, paid)
  const id = await bringLines(db, editor, [line], monday)
  const both = await Promise.all([
    confirmProposals(db, editor, origin, id, 'certain', monday),
    confirmProposals(db, editor, origin, id, 'certain', monday),
  ])

  expect(both.reduce((sum, { moved }) => sum + moved, 0)).toBe(1)
})

test('lines are set aside and restored; those without a match say so', async ({ db }) => {
  const editor = await makeWorker(db, monday)
  const id = await bringLines(db, editor, ['02/01/1995,70,,A GIFT'], monday)
  const { id: gift } = await db.selectFrom('payment_line').select('id').executeTakeFirstOrThrow()

  expect(await listProposals(db, editor.id, id)).toEqual([])
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
  const editor = await makeWorker(db, monday)
  const bring = (text: string) =>
    bringStatement(db, editor, { name: 'x.csv', bytes: Buffer.from(text) }, monday)

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
