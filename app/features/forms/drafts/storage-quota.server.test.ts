import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { clearPrivateFiles } from '#features/forms/private-files.server.ts'
import { draftOf, makeFilledDraft, makeStore } from '#test/makers/cases.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { openDatabase } from '#db/engine/engine.server.ts'
import { beginCounted } from './beginning.server.ts'
import { detachFile } from './draft-files.server.ts'
import { beginDraft, removeDraft, savePart } from './drafts.server.ts'
import { clearDrafts } from './retention.server.ts'
import { endUpload, reserveUpload } from './storage-quota.server.ts'

const MB = 1024 * 1024
const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)

async function begin(db: Db, network: string): Promise<{ id: string; token: string }> {
  const token = await beginDraft(db, 'membership', monday, undefined, network)
  return { id: (await draftOf(db, 'membership', token, monday)).id, token }
}

/** As if its files were that large. */
async function fill(db: Db, id: string, bytes: number) {
  await db.updateTable('form_draft').set({ bytes }).where('id', '=', id).execute()
}

test('forty people of one network have room for a full form each, and other networks for theirs', async ({
  db,
}) => {
  for (let at = 0; at < 39; at++) await fill(db, (await begin(db, 'university')).id, 60 * MB)
  const last = await begin(db, 'university')
  expect(await reserveUpload(db, last.id, 59 * MB, monday)).toMatchObject({ ok: true })
  expect(await reserveUpload(db, last.id, 5 * MB, monday)).toEqual({ ok: false, reason: 'network-full' })
  const other = await begin(db, 'elsewhere')
  expect(await reserveUpload(db, other.id, 60 * MB, monday)).toMatchObject({ ok: true })
})

test('all drafts together have a limit, and while half of it is taken a network has less', async ({ db }) => {
  for (let at = 0; at < 5; at++) await fill(db, (await begin(db, `n${at}`)).id, 2300 * MB)
  const large = await begin(db, 'n0')
  expect(await reserveUpload(db, large.id, MB, monday)).toEqual({ ok: false, reason: 'network-full' })
  const small = await begin(db, 'small')
  expect(await reserveUpload(db, small.id, 60 * MB, monday)).toMatchObject({ ok: true })
  for (let at = 5; at < 9; at++) await fill(db, (await begin(db, `n${at}`)).id, 2300 * MB)
  expect(await reserveUpload(db, small.id, 60 * MB, monday)).toEqual({ ok: false, reason: 'all-full' })
  expect(await beginCounted(db, 'membership', '192.0.2.1', monday)).toEqual({ ok: false, reason: 'all-full' })
})

test('incoming files count until they are stored, or until nobody can be sending them any more', async ({
  db,
}) => {
  const { id } = await begin(db, 'one')
  await fill(db, id, 2350 * MB)
  const under = await reserveUpload(db, id, 40 * MB, monday)
  if (!under.ok) throw new Error(under.reason)
  expect(await reserveUpload(db, id, 40 * MB, monday)).toMatchObject({ ok: false })
  expect(await reserveUpload(db, id, 40 * MB, later(16)), 'after a kill').toMatchObject({ ok: true })
  await endUpload(db, under.id)
  expect(await reserveUpload(db, id, 5 * MB, monday)).toMatchObject({ ok: true })
})

test('sixty files of a network can arrive at a time', async ({ db }) => {
  const { id } = await begin(db, 'one')
  const answers = []
  for (let at = 0; at < 61; at++) answers.push(await reserveUpload(db, id, 1000, monday))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(60)
  expect(answers.at(-1)).toEqual({ ok: false, reason: 'too-many-uploads' })
})

test('a draft counts what it holds; removed files count until the disk is cleared of them', async ({
  db,
}) => {
  const store = makeStore()
  const token = await makeFilledDraft(db, 'membership', monday, {}, store)
  await db.updateTable('form_draft').set({ network: 'one' }).execute()
  const bytes = async () => (await db.selectFrom('form_draft').select('bytes').executeTakeFirst())?.bytes
  const charged = async () =>
    (await db.selectFrom('form_charge').select('bytes').execute()).map((one) => one.bytes)
  const { files } = await draftOf(db, 'membership', token, monday)
  const sum = files.reduce((sum, file) => sum + file.bytes, 0)
  expect(await bytes()).toBe(65_536 + sum)

  await detachFile(db, 'membership', token, files[0]!.id, monday)
  expect(await bytes()).toBe(65_536 + sum - files[0]!.bytes)
  expect(await charged()).toEqual([files[0]!.bytes])
  await removeDraft(db, 'membership', token, monday)
  expect((await charged()).reduce((all, one) => all + one, 0)).toBe(sum)
  await clearPrivateFiles(db, store, later(26 * 60))
  await clearDrafts(db, later(26 * 60))
  expect(await charged()).toEqual([])
})

test('text is always accepted up to a length, and beyond it only while there is room', async ({ db }) => {
  const { id, token } = await begin(db, 'one')
  await fill(db, (await begin(db, 'one')).id, 2400 * MB - 70_000)
  const save = (statement: string) =>
    savePart(
      db,
      'membership',
      token,
      { part: 'you', answers: { statement }, isDone: true, page: 'p' },
      monday,
    )

  expect(await save('x'.repeat(20_000))).toMatchObject({ ok: true })
  expect(await save('x'.repeat(500_000))).toEqual({ ok: false, reason: 'network-full' })
  await db.updateTable('form_draft').set({ bytes: 0 }).where('id', '<>', id).execute()
  expect(await save('x'.repeat(500_000))).toMatchObject({ ok: true })
  expect(await save('x'.repeat(4_000_000))).toEqual({ ok: false, reason: 'too-much-text' })
  expect((await draftOf(db, 'membership', token, monday)).answers['statement']).toHaveLength(500_000)
})

sharedTest('the limit is exact across parallel processes', async ({ db, address }) => {
  const { id } = await begin(db, 'one')
  await fill(db, id, 2400 * MB - 10 * MB)
  const others = [openDatabase(address), openDatabase(address)]
  const requested = [db, ...others].flatMap((one) =>
    [1, 2, 3].map(() => reserveUpload(one, id, 4 * MB, monday)),
  )
  const answers = await Promise.all(requested)
  for (const one of others) await one.destroy()

  expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
})
