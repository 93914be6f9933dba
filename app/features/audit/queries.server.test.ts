import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { system, type Actor } from './actor.ts'
import type { Changes, Details } from './details.ts'
import { eraseDetails, record } from './operations.server.ts'
import { countEntries, listEntries, listHistoryOf } from './queries.server.ts'
import { listActions, listActors } from './visible-entries.server.ts'
import { auditForm, toFilter } from './form.ts'
import type { EntryFilter } from './matching-entries.server.ts'
import { rebuildAuditWords } from './words.server.ts'
import { anyAction } from '#test/makers/any-action.ts'

const asha: Actor = { kind: 'staff', id: 'asha', role: 'admin', address: '192.0.2.1' }
const ben: Actor = { kind: 'staff', id: 'ben', role: 'editor', address: '192.0.2.2' }
const visitor: Actor = { kind: 'visitor', address: '192.0.2.3' }
const minute = 60_000

const test = base.extend<{ trail: Db }>({
  trail: async ({ db }, use) => {
    await addStaff(db, 'asha', 'Asha Rao')
    await addStaff(db, 'ben', 'Ben Li')
    await act(db, 0, asha, 'staff.approved', 'staff:ben', { reason: 'known to the Council' })
    await act(db, 1, ben, 'thing.saved', 'thing:1', { changes: { title: ['Old 100%', 'New'] } })
    await act(db, 2, visitor, 'staff.sign-in-failed', 'staff:ben', { reason: 'wrong-password' })
    await act(db, 3, asha, 'thing.saved', 'thing:1', {})
    await act(db, 4, system, 'samples.removed', 'samples', {})
    await use(db)
  },
})

test('the newest entry comes first, with the names of staff', async ({ trail: db }) => {
  const { entries, ...rest } = await listEntries(db, asha, {}, 1)

  expect(rest).toEqual({ total: 5, isCut: false, page: 1, pages: 1, pageSize: 50 })
  expect(entries.map((entry) => entry.seq)).toEqual([5, 4, 3, 2, 1])
  expect(entries[4]).toEqual({
    seq: 1,
    at: monday,
    actor: 'staff:asha',
    actorName: 'Asha Rao',
    action: 'staff.approved',
    subject: 'staff:ben',
    subjectName: 'Ben Li',
    details: { address: '192.0.2.1', reason: 'known to the Council' },
  })
})

test('a search lists the newest matches, and an export counts all', async ({ trail: db }) => {
  for (let at = 5; at < 120; at++)
    await act(db, at, ben, 'thing.saved', `thing:${at}`, { reason: 'lamp oil' })
  const search = (page: number, reach?: number) => listEntries(db, asha, { q: 'lamp' }, page, reach)

  expect(await search(3)).toMatchObject({ total: 115, isCut: false, pages: 3 })
  const last = await search(2, 100)
  expect(last).toMatchObject({ total: 100, isCut: true, pages: 2 })
  expect(last.entries.at(-1)?.seq).toBe(21)
  expect(await search(3, 100)).toMatchObject({ total: 100, isCut: true, pages: 2, entries: [] })
  expect(await countEntries(db, asha, { q: 'lamp' })).toBe(115)
})

test('an administrator chooses among all staff, an editor sees only their own acts', async ({
  trail: db,
}) => {
  expect(await listActors(db, asha)).toEqual([
    { actor: 'staff:asha', name: 'Asha Rao' },
    { actor: 'staff:ben', name: 'Ben Li' },
  ])
  expect(await listActors(db, ben)).toEqual([])
  expect((await listEntries(db, ben, { actor: 'staff:asha' }, 1)).total).toBe(0)
})

test('each filter narrows the list', async ({ trail: db }) => {
  const seqs = async (filter: EntryFilter) =>
    (await listEntries(db, asha, filter, 1)).entries.map((entry) => entry.seq)

  expect(await seqs({ actor: 'staff:asha' })).toEqual([4, 1])
  expect(await seqs(toFilter(auditForm.parse({ by: 'staff:ben' })))).toEqual([2])
  expect(await seqs(toFilter(auditForm.parse({ by: 'visitor' })))).toEqual([3])
  expect(await seqs({ subject: 'staff:ben' })).toEqual([3, 1])
  expect(await seqs({ action: 'thing.saved' })).toEqual([4, 2])
  expect(await seqs({ action: 'staff' })).toEqual([3, 1])
  expect(await seqs({ action: 'sta' })).toEqual([])
  expect(await seqs({ from: later(1), to: later(3) })).toEqual([3, 2])
  expect(await seqs({ q: 'council' })).toEqual([1])
  expect(await seqs({ q: 'LI' })).toEqual([3, 2, 1])
  expect(await seqs({ q: 'ben council' })).toEqual([1])
  expect(await seqs({ q: '100%' })).toEqual([2])
  expect(await seqs({ q: '%' })).toEqual([2])
  expect(await seqs({ q: String.raw`\ ' "` })).toEqual([])
  expect(await seqs({ actor: 'staff:asha', action: 'thing' })).toEqual([4])
})

test('words of the details are found by their start, whatever their accents and punctuation', async ({
  trail: db,
}) => {
  const changes: Changes = { name: ['श्री', 'Śrīnivāsa O’Brien'], mail: ['a', 'asha.rao@physics.example.org'] }
  await act(db, 5, system, 'thing.saved', 'thing:9', { changes, page: '/news/a-well-known_one' })
  await act(db, 6, visitor, 'thing.asked', 'thing:9', {})
  const seqs = async (q: string, more: EntryFilter = {}) =>
    (await listEntries(db, asha, { q, ...more }, 1)).entries.map((entry) => entry.seq)

  for (const q of ['srini', 'Śrīnivāsa', 'श्री', "o'brien", 'well-known', '/news/a-well', 'NEWS'])
    expect.soft(await seqs(q), q).toEqual([6])
  expect(await seqs('physics.example')).toEqual([6])
  expect(await seqs('192.0.2.3')).toEqual([7, 3])
  expect(await seqs('92.0.2.3')).toEqual([])
  for (const q of ['"srini', 'srini;', 'srini%', '\u0301']) expect.soft(await seqs(q), q).toEqual([])
  expect(await seqs('192.0.2.3', { action: 'thing' })).toEqual([7])
  expect(await seqs('srini physics nowhere')).toEqual([])
})

test('an editor sees only what they did, a visitor nothing', async ({ trail: db }) => {
  expect((await listEntries(db, ben, {}, 1)).entries.map((entry) => entry.seq)).toEqual([2])
  expect((await listEntries(db, ben, { actor: 'staff:asha' }, 1)).total).toBe(0)
  expect((await listHistoryOf(db, ben, 'thing:1', 1)).entries.map((entry) => entry.seq)).toEqual([2])
  expect(await listActions(db, ben)).toEqual(['thing.saved'])
  for (const nobody of [visitor, system]) expect((await listEntries(db, nobody, {}, 1)).total).toBe(0)
})

test('the history of a thing is what happened to it', async ({ trail: db }) => {
  expect((await listHistoryOf(db, asha, 'thing:1', 1)).entries.map((entry) => entry.seq)).toEqual([4, 2])
})

test('an erased entry has no details any more, and is not found by them', async ({ trail: db }) => {
  expect((await listEntries(db, asha, { q: 'old' }, 1)).total).toBe(1)
  await eraseDetails(db, asha, { seqs: [2] }, 'asked', monday)
  expect((await listEntries(db, asha, { q: 'old' }, 1)).total).toBe(0)

  const [entry] = (await listHistoryOf(db, ben, 'thing:1', 1)).entries
  expect(entry).toMatchObject({ seq: 2, details: undefined })
})

test('rebuilding the search index gives the same results', async ({ trail: db }) => {
  await eraseDetails(db, asha, { seqs: [2] }, 'asked', monday)
  await inTransaction(db, rebuildAuditWords)

  expect((await listEntries(db, asha, { q: 'council' }, 1)).entries.map((entry) => entry.seq)).toEqual([1])
  expect((await listEntries(db, asha, { q: 'old' }, 1)).total).toBe(0)
})

test('pages hold fifty', async ({ trail: db }) => {
  for (let number = 0; number < 50; number++) await act(db, 9, system, 'thing.saved', 'thing:2', {})

  const second = await listEntries(db, asha, {}, 2)
  expect(second).toMatchObject({ total: 55, page: 2, pages: 2 })
  expect(second.entries.map((entry) => entry.seq)).toEqual([5, 4, 3, 2, 1])
})

function act(db: Db, minutes: number, actor: Actor, action: string, subject: string, details: Details) {
  return inTransaction(db, (db) => record(db, actor, anyAction(action), subject, details, later(minutes)))
}

function later(minutes: number) {
  return new Date(monday.getTime() + minutes * minute)
}

function addStaff(db: Db, id: string, name: string) {
  const at = monday.getTime()
  return db
    .insertInto('staff_user')
    .values({
      id,
      email: `${id}@example.org`,
      name,
      phone: '',
      requested_role: 'editor',
      state: 'pending',
      failures: 0,
      created_at: at,
      updated_at: at,
    })
    .execute()
}
