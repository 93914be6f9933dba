import { expect } from 'vitest'
import { addNote } from '#features/cases/operations.server.ts'
import { makeStore, rightAnswers } from '#test/makers/cases.ts'
import { bringLines, makeCase, makePaying, makeCaseworker } from '#test/makers/casework.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import { recordDecision } from '#features/casework/deciding/recording.server.ts'
import { exportCase } from './exporting.server.ts'

const origin = 'https://academy.example'

test('a whole case for paper has answers, files, history, notes and the waiting decision, and is an export', async ({
  db,
}) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const bytes = Buffer.from('%PDF')
  const file = { question: 'vitae', name: 'cv.pdf', mediaType: 'application/pdf', bytes, store: makeStore() }
  const reference = await makeCase(db, monday, {
    ...{ state: 'recommended', changes: { gender: 'female', forgotten: 'An answer of old' } },
    files: [file],
  })
  await addNote(db, admin, reference, 'A note of ours.', monday)
  const typed = { meeting: 'Council', electedOn: '1995-01-02', citation: 'For light.' }
  const override = 'The council knows.'
  await recordDecision(db, admin, origin, { reference, move: 'elect', typed, override }, monday)

  const printed = await exportCase(db, admin, reference, 'pdf', monday)
  const text = JSON.stringify(printed)

  for (const words of [
    ...[JSON.stringify(rightAnswers.fellow['statement']), 'An answer of old', 'cv.pdf', 'A note of ours.'],
    'Decision waiting for release',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/gender|female/i)
  expect(text).not.toMatch(/fileKey|file_key|token/)
  expect(await listActions(db)).toContain('case.exported')
})

test('payments are in it', async ({ db }) => {
  const admin = await makeCaseworker(db, monday, { role: 'admin' })
  const reference = await makePaying(db, monday, { payNumber: 'UTR00012345' })
  await bringLines(db, admin, ['02/01/1995,500.00,UTR00012345,NEFT A SAMPLE'], monday)
  const printed = await exportCase(db, admin, reference, 'paper', monday)
  expect(printed?.parts.find(({ name }) => name === 'payments')?.items.length).toBeGreaterThan(0)
})

test('someone whom the case names finds nothing, and nothing is recorded as exported', async ({ db }) => {
  const me = await makeCaseworker(db, monday, { role: 'admin', email: 'me@example.org' })
  const reference = await makeCase(db, monday, { changes: { seconderEmail: 'me@example.org' } })
  expect(await exportCase(db, me, reference, 'pdf', monday)).toBeUndefined()
  expect(await exportCase(db, me, 'FN-1995-9999', 'paper', monday)).toBeUndefined()
  expect(await listActions(db)).not.toContain('case.exported')
})
