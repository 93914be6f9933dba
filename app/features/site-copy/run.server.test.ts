import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { monday, sharedTest as test } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { beginCopy, cancelCopy, clearCopies, copyFile } from './operations.server.ts'
import { findReadyCopy, listCopies } from './queries.server.ts'
import { runCopy } from './run.server.ts'

const hour = 3_600_000
const later = (ms: number) => new Date(monday.getTime() + ms)

test('a copy is made once, can be downloaded, and is removed after a day', async ({
  db,
  address,
  folder,
}) => {
  await publishEntry(db, { kind: 'page', slug: 'one', data: { title: 'One', sections: [] } }, monday)
  const staff = await makeStaff(db, monday, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  const started = await beginCopy(db, admin, 'archive', monday)
  if (!started.ok) throw new Error(started.reason)
  expect(await beginCopy(db, admin, 'archive', monday)).toEqual({ ok: false, reason: 'under-way' })

  const ask = async () => new Response('<h1>One</h1>', { headers: { 'content-type': 'text/html' } })
  const files = openFileStore(join(folder, 'files'))
  const site = { db, files, ask, database: address, dataDir: folder, origin: 'http://localhost:3000' }
  await runCopy(site, started.id, () => monday)
  await runCopy(site, started.id, () => monday)
  expect(await findReadyCopy(db, started.id)).toMatchObject({ state: 'done', kind: 'archive' })

  const pages = await beginCopy(db, admin, 'static', monday)
  if (!pages.ok) throw new Error(pages.reason)
  await runCopy(site, pages.id, () => monday)
  expect(await findReadyCopy(db, pages.id)).toMatchObject({ state: 'done', kind: 'static' })

  await clearCopies(db, folder, later(23 * hour))
  expect(existsSync(copyFile(folder, started.id))).toBe(true)
  await clearCopies(db, folder, later(25 * hour))
  expect(existsSync(copyFile(folder, started.id))).toBe(false)
  expect(await listCopies(db)).toEqual([])
})

test('a cancelled copy is no longer made, leaves nothing behind, and another can be started', async ({
  db,
  address,
  folder,
}) => {
  const staff = await makeStaff(db, monday, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  const started = await beginCopy(db, admin, 'static', monday)
  if (!started.ok) throw new Error(started.reason)
  let requests = 0
  // A site without end.
  const ask = async () => {
    if (++requests === 3) await cancelCopy(db, admin, started.id, monday)
    await sleep(20)
    return new Response(`<a href="/${requests}">`, { headers: { 'content-type': 'text/html' } })
  }
  const files = openFileStore(join(folder, 'files'))
  const site = { db, files, ask, database: address, dataDir: folder, origin: 'http://localhost:3000' }
  await runCopy(site, started.id, () => monday)

  expect(requests).toBeGreaterThan(3)
  expect(await listCopies(db)).toMatchObject([{ state: 'failed', problem: 'Cancelled.' }])
  expect(readdirSync(join(folder, 'copies'))).toEqual([])
  expect(await cancelCopy(db, admin, started.id, monday)).toEqual({ ok: false, reason: 'not-under-way' })
  expect(await beginCopy(db, admin, 'static', monday)).toMatchObject({ ok: true })
})

test('a copy whose process was killed is made anew by whoever takes its job, and the scraps are removed', async ({
  db,
  address,
  folder,
}) => {
  const staff = await makeStaff(db, monday, { role: 'admin' })
  const started = await beginCopy(db, actorFor({ id: staff.id, role: 'admin' }), 'archive', monday)
  if (!started.ok) throw new Error(started.reason)
  const files = openFileStore(join(folder, 'files'))
  const ask = async () => new Response()
  const site = { db, files, ask, database: address, dataDir: folder, origin: 'http://localhost:3000' }
  mkdirSync(join(folder, 'copies', '.site-copy-x'), { recursive: true })
  await db.updateTable('site_copy').set({ state: 'running', updated_at: monday.getTime() }).execute()
  await runCopy(site, started.id, () => monday)

  expect(await findReadyCopy(db, started.id)).toMatchObject({ state: 'done' })
  expect(readdirSync(join(folder, 'copies'))).toEqual([`${started.id}.zip`])
})

test('a copy whose process was stopped is marked as failed, and another can be made', async ({ db }) => {
  const staff = await makeStaff(db, monday, { role: 'admin' })
  const admin = actorFor({ id: staff.id, role: 'admin' })
  await beginCopy(db, admin, 'static', monday)
  await clearCopies(db, '', later(hour))
  expect(await listCopies(db)).toMatchObject([{ state: 'failed', problem: expect.any(String) as string }])
  expect(await beginCopy(db, admin, 'static', later(hour))).toMatchObject({ ok: true })
})
