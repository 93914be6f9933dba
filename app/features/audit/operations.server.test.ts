import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { system, type Actor } from './actor.ts'
import type { Details } from './details.ts'
import { eraseDetails, record } from './operations.server.ts'
import { verifyChain } from './verify.server.ts'
import { anyAction, thingChanged } from '#test/makers/any-action.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const ben: Actor = { kind: 'staff', id: 'ben', role: 'editor', address: '192.0.2.2' }
const visitor: Actor = { kind: 'visitor', address: '2001:db8::1' }

test('entries are numbered from one and each holds the hash of the one before', async ({ db }) => {
  for (const value of [1, 2, 3]) await write(db, system, 'settings', { value })

  const rows = await db.selectFrom('audit_entry').selectAll().orderBy('seq').execute()
  expect(rows.map((row) => row.seq)).toEqual([1, 2, 3])
  expect(rows.map((row) => row.previous_hash)).toEqual(['', rows[0]?.hash, rows[1]?.hash])
  expect(await verifyChain(db)).toEqual({ ok: true, entries: 3, head: rows[2]?.hash })
})

test('an entry says who, when, what, on what and from where', async ({ db }) => {
  await write(db, asha, 'staff:ben', { reason: 'promoted' })
  await write(db, visitor, 'staff:ben', {})
  await write(db, system, 'settings', {})

  expect(await db.selectFrom('audit_entry').select(['at', 'actor', 'action', 'subject']).execute()).toEqual([
    { at: monday.getTime(), actor: 'staff:asha', action: 'thing.changed', subject: 'staff:ben' },
    { at: monday.getTime(), actor: 'visitor', action: 'thing.changed', subject: 'staff:ben' },
    { at: monday.getTime(), actor: 'system', action: 'thing.changed', subject: 'settings' },
  ])
  expect(await readBodies(db)).toEqual([
    '{"address":"192.0.2.1","reason":"promoted"}',
    '{"address":"2001:db8::1"}',
    '{}',
  ])
})

test('an entry outside a transaction is refused', async ({ db }) => {
  await expect(record(db, system, thingChanged, 'settings', {}, monday)).rejects.toThrow('transaction')
})

test('an operation that fails leaves no entry, and the numbers continue without a gap', async ({ db }) => {
  await write(db, system, 'settings', {})
  const failing = inTransaction(db, async (db) => {
    await record(db, system, thingChanged, 'settings', {}, monday)
    throw new Error('refused')
  })

  await expect(failing).rejects.toThrow('refused')
  await write(db, system, 'settings', {})
  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 2 })
})

test('several entries of one transaction follow each other', async ({ db }) => {
  await inTransaction(db, async (db) => {
    await record(db, asha, thingChanged, 'thing:1', {}, monday)
    await record(db, asha, thingChanged, 'thing:2', {}, monday)
  })

  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 2 })
})

test('fifty parallel operations make one chain', async ({ db }) => {
  await Promise.all(Array.from({ length: 50 }, (_, value) => write(db, asha, 'settings', { value })))

  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 50 })
})

test('a secret stops the operation', async ({ db }) => {
  await expect(write(db, asha, 'settings', { changes: { smtpPassword: ['', 'x'] } })).rejects.toThrow(
    'changes.smtpPassword',
  )
  expect(await readBodies(db)).toEqual([])
})

test('line breaks, NUL and half characters do no harm', async ({ db }) => {
  const nasty = 'a\r\nb\0c\u2028d\uD800e"\\'
  await write(db, { ...asha, address: nasty }, 'settings', { reason: nasty, [nasty]: nasty })

  const [body = ''] = await readBodies(db)
  expect(body).not.toMatch(/[\r\n\0]/)
  expect(JSON.parse(body)).toEqual({ address: nasty, reason: nasty, [nasty]: nasty })
  expect(await verifyChain(db)).toMatchObject({ ok: true })
})

test('names that could contain a person are not allowed as subjects', async ({ db }) => {
  for (const subject of [
    '',
    'staff:a@b.org',
    'staff:a b',
    'staff:a\n',
    'Staff:1',
    `thing:${'x'.repeat(200)}`,
  ])
    await expect(write(db, asha, subject, {})).rejects.toThrow('not a subject')
  for (const action of ['', 'changed', 'thing.Changed', 'thing.changed\n', 'a.b.c'])
    await expect(
      inTransaction(db, (db) => record(db, asha, anyAction(action), 'thing:1', {}, monday)),
    ).rejects.toThrow('not the name of an action')
})

test('erasing removes what entries say about a person; the acts and the chain stay', async ({ db }) => {
  await write(db, asha, 'staff:ben', { changes: { name: ['Ben Li', 'Ben Lee'] } })
  await write(db, ben, 'thing:1', { changes: { title: ['a', 'b'] } })
  await write(db, asha, 'staff:cara', { changes: { name: ['Cara', 'Clara'] } })

  expect(
    await eraseDetails(db, asha, { subject: 'staff:ben', actorId: 'ben' }, 'asked by letter', monday),
  ).toEqual({
    ok: true,
    erased: 2,
  })

  const bodies = await readBodies(db)
  expect(bodies).toHaveLength(2)
  expect(bodies.join()).not.toMatch(/Ben Li|192\.0\.2\.2/)
  expect(JSON.parse(bodies[1] ?? '')).toEqual({
    address: '192.0.2.1',
    reason: 'asked by letter',
    of: { subject: 'staff:ben', actorId: 'ben' },
    upTo: 3,
    count: 2,
  })
  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 4 })
})

test('after an erasure new entries about the same person must have their details', async ({ db }) => {
  await write(db, asha, 'staff:ben', {})
  await eraseDetails(db, asha, { subject: 'staff:ben' }, 'asked', monday)
  await write(db, asha, 'staff:ben', {})
  await db.deleteFrom('audit_detail').where('seq', '=', 3).execute()

  expect(await verifyChain(db)).toMatchObject({ ok: false, seq: 3 })
})

test('erasing twice finds nothing more, and an erasure itself cannot be erased', async ({ db }) => {
  await write(db, asha, 'staff:ben', {})
  await eraseDetails(db, asha, { subject: 'staff:ben' }, 'asked', monday)

  const again = await eraseDetails(
    db,
    asha,
    { subject: 'staff:ben', actorId: 'asha', seqs: [2] },
    'asked',
    monday,
  )
  expect(again).toEqual({ ok: false, reason: 'nothing-to-erase' })
  expect(await verifyChain(db)).toMatchObject({ ok: true, entries: 2 })
})

test('an erasure needs an administrator, a reason and something to erase', async ({ db }) => {
  await write(db, asha, 'staff:ben', {})
  const what = { subject: 'staff:ben' }

  expect(await eraseDetails(db, ben, what, 'asked', monday)).toEqual({ ok: false, reason: 'not-allowed' })
  expect(await eraseDetails(db, visitor, what, 'asked', monday)).toEqual({ ok: false, reason: 'not-allowed' })
  expect(await eraseDetails(db, asha, what, '  ', monday)).toEqual({ ok: false, reason: 'no-reason' })
  expect(await eraseDetails(db, asha, {}, 'asked', monday)).toEqual({ ok: false, reason: 'nothing-to-erase' })
  expect(await readBodies(db)).toHaveLength(1)
})

function write(db: Db, actor: Actor, subject: string, details: Details) {
  return inTransaction(db, (db) => record(db, actor, thingChanged, subject, details, monday))
}

async function readBodies(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_detail').select('body').orderBy('seq').execute()
  return rows.map((row) => row.body)
}
