import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Tables } from '#db/schema/tables.ts'
import { system } from '#features/audit/actor.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { readConfig } from '#server/config/config.server.ts'
import { openFileStore } from '#server/files/files.server.ts'
import { loadStarterContent } from '#starter/load.server.ts'
import { ask, type HttpAnswer } from './http.ts'
import { runProgram, type OtherProcess } from './processes.ts'
import { actorFor, clientFrom, makeStaff, sessionHeader } from '#test/makers/staff.ts'

/** The name of the test's processes, whichever port they listen on. */
export const runningOrigin = 'http://localhost:3000'

/** The built site in a separate process, which can be killed and started again on the same data. */
export class RunningSite {
  readonly #env: Record<string, string>
  #other: OtherProcess | undefined
  port = 0

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  /** Starts it, with extra environment for this start only, and resolves when it is open. */
  async start(more: Record<string, string> = {}): Promise<void> {
    this.begin(more)
    await this.opened()
  }

  begin(more: Record<string, string> = {}): void {
    const { exitCode, signalCode } = this.#other?.process ?? {}
    if (exitCode === null && signalCode === null) throw new Error('The site is already running.')
    this.#other = this.run({ ...this.#env, ...more })
  }

  protected run(env: Record<string, string>): OtherProcess {
    return runProgram('scripts/serve.mjs', env)
  }

  async opened(): Promise<void> {
    const line = await this.#other?.line(/ is running at /)
    this.port = Number(/:(\d+)$/.exec(line ?? '')?.[1])
  }

  get lines(): string[] {
    return this.#other?.lines ?? []
  }

  signal(signal: NodeJS.Signals): void {
    this.#other?.process.kill(signal)
  }

  get pid(): number {
    return this.#other?.process.pid ?? 0
  }

  /** How it ended, by itself or by others. */
  get ended(): OtherProcess['ended'] {
    if (!this.#other) throw new Error('The site was never started.')
    return this.#other.ended
  }

  /** Like a power cut: nothing is closed, nothing is reported. */
  async kill(): Promise<void> {
    this.#other?.process.kill('SIGKILL')
    await this.#other?.ended
    this.#other = undefined
  }

  async stop(): Promise<void> {
    this.#other?.process.kill('SIGTERM')
    await this.#other?.ended
  }

  get(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return ask(this.port, path, { host: new URL(runningOrigin).host, ...headers })
  }

  post(path: string, cookie: string, form: Record<string, string>): Promise<HttpAnswer> {
    const body = Buffer.from(new URLSearchParams(form).toString())
    return this.send(path, cookie, 'application/x-www-form-urlencoded', body)
  }

  send(path: string, cookie: string, type: string, body: Buffer): Promise<HttpAnswer> {
    const shared = { method: 'POST', host: new URL(runningOrigin).host, origin: runningOrigin, cookie }
    return ask(this.port, path, { ...shared, 'content-type': type }, body)
  }
}

/** Fills a new database with the starter content, and adds a signed-in person who may publish. */
export async function fillSite(db: Kysely<Tables>, folder: string, secret: { SECRET?: string } = {}) {
  const now = new Date()
  await loadStarterContent(db, openFileStore(join(folder, 'files')), now, () => undefined, 90)
  // Making picture variants would keep the processes busy for minutes.
  await db.updateTable('job').set({ done_at: now.getTime() }).where('done_at', 'is', null).execute()
  await changeSettings(db, system, { secondFactorForAdmins: false }, now)
  const person = await makeStaff(db, now, { role: 'admin' })
  const config = readConfig({ DATA_DIR: folder, ORIGIN: runningOrigin, ...secret })
  const begin = { userId: person.id, secondFactorAt: null, provedAt: now }
  const cookie = sessionHeader(config, await beginSession(db, config, begin, clientFrom(), now))
  return { actor: actorFor(person), cookie }
}
