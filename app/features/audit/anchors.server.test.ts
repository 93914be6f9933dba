import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { system } from './actor.ts'
import { anchorKey } from './anchor-signatures.server.ts'
import { anchorFile, readAnchors, writeAnchor } from './anchors.server.ts'
import { record } from './operations.server.ts'
import { verifyChain } from './verify.server.ts'
import { thingChanged } from '#test/makers/any-action.ts'

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'anchors-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})
const key = anchorKey('the secret of this site, which no database holds')
const day = 86_400_000
const hour = 3_600_000
const tuesday = new Date(monday.getTime() + day)

test('each hour the end of the trail is recorded once', async ({ db, folder }) => {
  await act(db)
  const first = await writeAnchor(db, folder, key, monday)
  await act(db)
  expect(await writeAnchor(db, folder, key, new Date(monday.getTime() + 1))).toBeUndefined()
  const second = await writeAnchor(db, folder, key, new Date(monday.getTime() + hour))

  expect([first?.day, first?.seq, second?.day, second?.seq]).toEqual(['1995-01-02', 1, '1995-01-02', 2])
  expect([first?.hour, second?.hour]).toEqual([monday.getUTCHours(), monday.getUTCHours() + 1])
  const anchors = await readAnchors(anchorFile(folder))
  expect(anchors).toEqual([first, second])
  expect((await readFile(anchorFile(folder), 'utf8')).split('\n')).toHaveLength(3)
  expect(await verifyChain(db, anchors)).toMatchObject({ ok: true })
})

test('a trail that has not grown is still recorded once a day', async ({ db, folder }) => {
  await act(db)
  await writeAnchor(db, folder, key, monday)

  expect(await writeAnchor(db, folder, key, new Date(monday.getTime() + hour))).toBeUndefined()
  expect(await writeAnchor(db, folder, key, tuesday)).toMatchObject({ day: '1995-01-03', seq: 1 })
})

test('a line from the time when there was one a day still counts as an anchor', async ({ db, folder }) => {
  await writeFile(anchorFile(folder), `{"day":"1995-01-02","seq":1,"hash":"${'a'.repeat(64)}"}\n`)
  await act(db)
  await act(db)

  expect(await writeAnchor(db, folder, key, monday)).toMatchObject({ day: '1995-01-02', seq: 2 })
  expect((await readAnchors(anchorFile(folder))).map(({ hour }) => hour)).toEqual([
    undefined,
    monday.getUTCHours(),
  ])
})

test('an empty trail has nothing to record', async ({ db, folder }) => {
  expect(await writeAnchor(db, folder, key, monday)).toBeUndefined()
  expect(await readAnchors(anchorFile(folder))).toEqual([])
})

test('a line that a power cut left half written is ignored and written again', async ({ db, folder }) => {
  await act(db)
  await writeAnchor(db, folder, key, monday)
  await appendFile(anchorFile(folder), '{"day":"1995-01-0')
  expect(await readAnchors(anchorFile(folder))).toHaveLength(1)

  await writeAnchor(db, folder, key, tuesday)
  expect((await readAnchors(anchorFile(folder))).map((anchor) => anchor.day)).toEqual([
    '1995-01-02',
    '1995-01-03',
  ])
})

test('a complete line that is not an anchor is reported', async ({ folder }) => {
  await writeFile(anchorFile(folder), '{"day":"1995-01-02","seq":1,"hash":"x"}\n')
  await expect(readAnchors(anchorFile(folder))).rejects.toThrow('Line 1')
})

test('an older database in place of the current one is detected', async ({ db, folder }) => {
  await act(db)
  await act(db)
  await writeAnchor(db, folder, key, monday)
  const anchors = await readAnchors(anchorFile(folder))
  await db.deleteFrom('audit_detail').execute()
  await db.deleteFrom('audit_entry').execute()
  await db.updateTable('audit_head').set({ seq: 0, hash: '' }).execute()

  expect(await verifyChain(db)).toMatchObject({ ok: true })
  expect(await verifyChain(db, anchors)).toEqual({
    ok: false,
    seq: 1,
    why: 'It is missing: entry 2 was there on 1995-01-02.',
  })
  for (let time = 0; time < 3; time++) await act(db)
  expect(await verifyChain(db, anchors)).toMatchObject({ ok: false, seq: 2 })
})

function act(db: Db) {
  return inTransaction(db, (db) => record(db, system, thingChanged, 'thing:1', {}, monday))
}
