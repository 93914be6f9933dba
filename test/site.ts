import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from 'vitest'
import { loadStarterContent } from '#starter/load.server.ts'
import { openTestDatabase } from '#test/db.ts'
import type { openSite, Site } from '../server.ts'

export const origin = 'http://localhost:3000'

/** Some day in the autumn of 2026, when the sample calls are open and the sample conference is to come. */
export const autumn = new Date('2026-11-15T06:30:00Z')

export type Visit = (
  address: string,
  init?: RequestInit & { form?: Record<string, string> },
) => Promise<Response>

/** Gives the tests of one file a whole built site with the starter content, on the engine of the project. */
export const test = base.extend<{ site: Site; visit: Visit }>({
  site: [
    async ({}, use) => {
      const { site, close } = await openStarterSite()
      await use(site)
      await close()
    },
    { scope: 'file' },
  ],
  visit: [async ({ site }, use) => use(visitorOf(site)), { scope: 'file' }],
})

async function openStarterSite() {
  const { openSite } = (await import(resolve('build/server/index.js'))) as { openSite: typeof openSite }
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
  const database = await openTestDatabase(join(dataDir, 'site.db'))
  await database.db.destroy()
  const config = { host: 'localhost', port: 0, origin, dataDir, database: database.address }
  const site = await openSite(config, () => autumn)
  await loadStarterContent(site.db, site.files, autumn, () => undefined, 90)
  const close = async () => {
    await site.close()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  }
  return { site, close }
}

function visitorOf(site: Site): Visit {
  return (address, { form, ...init } = {}) => {
    const sent = form ? { method: 'POST', body: new URLSearchParams(form), headers: { origin } } : {}
    return site.respond(new Request(origin + address, { ...sent, ...init }))
  }
}
