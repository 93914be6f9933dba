import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { openTestDatabase } from './db.ts'
import { fillSite, RunningSite, runningOrigin } from './running-server.ts'

/** Two processes of the built site on one database, each at its own port, and someone who may publish. */

/** One pair for all tests of a file, because a site takes a while to fill and to start. */
export const test = base.extend<{
  testSite: TestSite
  db: TestSite['db']
  admin: TestSite['admin']
  sites: TestSite['sites']
  /** Starts a third one, for one test. */
  third: RunningSite
}>({
  testSite: [
    async ({}, use) => {
      const testSite = await openTwoSites()
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
  db: [async ({ testSite }, use) => use(testSite.db), { scope: 'file' }],
  admin: [async ({ testSite }, use) => use(testSite.admin), { scope: 'file' }],
  sites: [async ({ testSite }, use) => use(testSite.sites), { scope: 'file' }],
  third: async ({ testSite }, use) => {
    const site = new RunningSite(testSite.env)
    await site.start()
    await use(site)
    await site.stop()
  },
})

type TestSite = Awaited<ReturnType<typeof openTwoSites>>

async function openTwoSites() {
  const { db, admin, env, close: closeSite } = await openFilledSite()
  const sites: [RunningSite, RunningSite] = [new RunningSite(env), new RunningSite(env)]
  await Promise.all(sites.map((site) => site.start()))
  const close = async () => {
    await Promise.all(sites.map((site) => site.stop()))
    await closeSite()
  }
  return { db, admin, sites, env, close }
}

/** A database and a folder with starter content, and the environment of a process that serves them. */
export async function openFilledSite(secret: { SECRET?: string } = {}) {
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
