import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { readConfig, type Config } from '#server/config/config.server.ts'
import { gentleCloser } from '#server/http/stop.server.ts'
import { openStores } from '#server/files/stores.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { createEmptyDatabase } from './db.ts'
import { listen } from './http.ts'
import { rememberSecret } from '#test/makers/letters.ts'
import { autumn } from './days.ts'
import { copyStarter } from './starter.ts'
import type { openSite, Site } from '#site.ts'

export const origin = 'http://localhost:3000'

export { autumn } from './days.ts'

export type Visit = (
  address: string,
  init?: RequestInit & { form?: Record<string, string> },
) => Promise<Response>

/** A whole built site with the starter content. `database` and `dataDir` lead other processes to the same site. */
export interface TestSite {
  site: Site
  config: Config
  database: string
  dataDir: string
  close(): Promise<void>
}

/** Gives the tests of one file such a site, on the engine of the project; `port` is where it answers over HTTP. */
export const test = base.extend<{ testSite: TestSite; site: Site; visit: Visit; port: number }>({
  testSite: [
    async ({}, use) => {
      const testSite = await openStarterSite()
      await use(testSite)
      await testSite.close()
    },
    { scope: 'file' },
  ],
  site: [async ({ testSite }, use) => use(testSite.site), { scope: 'file' }],
  visit: [async ({ site }, use) => use(visitorOf(site)), { scope: 'file' }],
  port: [
    async ({ site }, use) => {
      const close = gentleCloser(site.http)
      await use(await listen(site.http))
      await close()
    },
    { scope: 'file' },
  ],
})

export async function openStarterSite(at = origin, env: Record<string, string> = {}): Promise<TestSite> {
  const built = await importBuild()
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
  // Files stored elsewhere cannot be copied with the folder.
  const isElsewhere = env['FILES_URL'] !== undefined
  const { address, drop } = await (isElsewhere
    ? createEmptyDatabase(join(dataDir, 'site.db'))
    : copyStarter(dataDir))
  const config = { ...readConfig({ DATA_DIR: dataDir, ORIGIN: at, PORT: '0', ...env }), database: address }
  rememberSecret(config.secret)
  const db = openDatabase(address)
  if (isElsewhere) {
    await migrate(db, autumn)
    await loadStarterContent(db, openStores(config).files, autumn, () => undefined, 90)
  }
  // The rights of administrators are tested without a second factor; that they need one has its own test.
  await changeSettings(db, system, { secondFactorForAdmins: false }, autumn)
  await db.destroy()
  const site = await built.openSite(config, () => autumn)
  const close = async () => {
    await site.close()
    await drop()
    rmSync(dataDir, { recursive: true })
  }
  return { site, config, database: address, dataDir, close }
}

/** The built site, or a changed copy of it. */
export async function importBuild(file = 'build/server/index.js') {
  return (await import(resolve(file))) as { openSite: typeof openSite }
}

function visitorOf(site: Site): Visit {
  return (address, { form, ...init } = {}) => {
    const sent = form ? { method: 'POST', body: new URLSearchParams(form), headers: { origin } } : {}
    return site.respond(new Request(origin + address, { ...sent, ...init }))
  }
}
