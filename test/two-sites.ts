import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { test as base } from 'vitest'
import { isPostgresUrl } from '#db/engine.server.ts'
import type { Tables } from '#db/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/sessions.server.ts'
import { readConfig } from '#server/config.server.ts'
import { openFileStore } from '#server/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { openTestDatabase } from '#test/db.ts'
import { ask, type Answered } from '#test/http.ts'
import { runProgram, type Other } from '#test/processes.ts'
import { actorFor, clientFrom, makeStaff } from '#test/staff.ts'

/** Two processes of the built site on one database, each at a port of its own, and somebody who may publish. */

const origin = 'http://localhost:3000'

export class RunningSite {
  readonly #env: Record<string, string>
  #other: Other | undefined
  #port = 0

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  async start(): Promise<void> {
    this.#other = runProgram('scripts/serve.mjs', this.#env)
    this.#port = Number(/:(\d+)$/.exec(await this.#other.line(/ is open at /))?.[1])
  }

  get port(): number {
    return this.#port
  }

  get lines(): string[] {
    return this.#other?.lines ?? []
  }

  signal(signal: NodeJS.Signals): void {
    this.#other?.process.kill(signal)
  }

  /** As a power cut ends it: nothing is closed, nothing is said. */
  async kill(): Promise<void> {
    this.#other?.process.kill('SIGKILL')
    await this.#other?.ended
    this.#other = undefined
  }

  async stop(): Promise<void> {
    this.#other?.process.kill('SIGTERM')
    await this.#other?.ended
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return ask(this.#port, path, { host: new URL(origin).host, ...headers })
  }

  post(path: string, cookie: string, form: Record<string, string>): Promise<Answered> {
    const body = Buffer.from(new URLSearchParams(form).toString())
    return this.send(path, cookie, 'application/x-www-form-urlencoded', body)
  }

  send(path: string, cookie: string, type: string, body: Buffer): Promise<Answered> {
    const shared = { method: 'POST', host: new URL(origin).host, origin, cookie }
    return ask(this.#port, path, { ...shared, 'content-type': type }, body)
  }
}

/** One pair for all tests of a file, because a site takes a while to fill and to start. */
export const test = base.extend<{
  place: Place
  db: Place['db']
  admin: Place['admin']
  sites: Place['sites']
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
  return { db, admin, sites, close }
}

/** A database and a folder with starter content, and the environment of a process that serves them. */
export async function openFilledPlace(secret: { SECRET?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'two-sites-'))
  const { db, address, drop } = await openTestDatabase(join(folder, 'site.db'))
  const admin = await fill(db, folder, secret)
  const shared: Record<string, string> = isPostgresUrl(address) ? { DATABASE_URL: address } : {}
  const env = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', ORIGIN: origin, ...shared, ...secret }
  const close = async () => {
    await db.destroy()
    await drop()
    rmSync(folder, { recursive: true })
  }
  return { folder, db, admin, env, close }
}

async function fill(db: Kysely<Tables>, folder: string, secret: { SECRET?: string }) {
  const now = new Date()
  await loadStarterContent(db, openFileStore(join(folder, 'files')), now, () => undefined, 90)
  // Making pictures lighter would keep both processes busy for minutes.
  await db.updateTable('job').set({ done_at: now.getTime() }).where('done_at', 'is', null).execute()
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const person = await makeStaff(db, now, { role: 'admin' })
  const config = readConfig({ DATA_DIR: folder, ORIGIN: origin, ...secret })
  const begin = { userId: person.id, secondFactorAt: null }
  const { cookie } = clientFrom('', await beginSession(db, config, begin, clientFrom(), now))
  return { actor: actorFor(person), cookie }
}
