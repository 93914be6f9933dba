import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { openTestDatabase } from './db.ts'
import { fillSite, RunningSite, runningOrigin } from './running-server.ts'

/** Two processes of the built site on one database, each at a port of its own, and somebody who may publish. */

/** One pair for all tests of a file, because a site takes a while to fill and to start. */
export const test = base.extend<{
  place: Place
  db: Place['db']
  admin: Place['admin']
  sites: Place['sites']
  /** Starts a third one, for one test. */
  third: RunningSite
}>({
  place: [
    async ({}, use) => {
      const place = await openTwoSites()
      await use(place)
      await place.close()
    },
    { scope: 'file' },
  ],
  db: [async ({ place }, use) => use(place.db), { scope: 'file' }],
  admin: [async ({ place }, use) => use(place.admin), { scope: 'file' }],
  sites: [async ({ place }, use) => use(place.sites), { scope: 'file' }],
  third: async ({ place }, use) => {
    const site = new RunningSite(place.env)
    await site.start()
    await use(site)
    await site.stop()
  },
})

type Place = Awaited<ReturnType<typeof openTwoSites>>

async function openTwoSites() {
  const { db, admin, env, close: closePlace } = await openFilledPlace()
  const sites: [RunningSite, RunningSite] = [new RunningSite(env), new RunningSite(env)]
  await Promise.all(sites.map((site) => site.start()))
  const close = async () => {
    await Promise.all(sites.map((site) => site.stop()))
    await closePlace()
  }
  return { db, admin, sites, env, close }
}

/** A database and a folder with starter content, and the environment of a process that serves them. */
export async function openFilledPlace(secret: { SECRET?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'two-sites-'))
  const { db, address, drop } = await openTestDatabase(join(folder, 'site.db'))
  const admin = await fillSite(db, folder, secret)
  const shared: Record<string, string> = isPostgresUrl(address) ? { DATABASE_URL: address } : {}
  const env = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', ORIGIN: runningOrigin, ...shared, ...secret }
  const close = async () => {
    await db.destroy()
    await drop()
    rmSync(folder, { recursive: true })
  }
  return { folder, db, admin, env, close }
}
