import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#db/engine/engine.server.ts'
import { failureOf } from '#db/engine/failure.server.ts'
import { ask, type HttpAnswer } from '#test/harness/http.ts'
import { runningOrigin, type RunningSite } from '#test/harness/running-server.ts'
import { Ledger } from './ledger.ts'
import type { FaultSite } from './fault-site.ts'
import { acts, type UserAct } from './acts.ts'

/** People who use the site in parallel, and record what it acknowledged. */

/** Eight at a time: most write to the office, others submit forms and files, one publishes. */
const parts: UserAct[] = ['write', 'write', 'write', 'write', 'nominate', 'attach', 'upload', 'publish']

export interface PostOptions {
  bytes?: Uint8Array
  form?: Record<string, string>
  cookie?: string
  headers?: Record<string, string>
}

export class SimulatedUsers {
  readonly testSite: FaultSite
  readonly ledger: Ledger
  /** How long each person waits for an answer. */
  maxMs = 30_000

  readonly #looking = new Set<Promise<unknown>>()
  #isClosed = false
  #isOpen = Promise.withResolvers<void>()

  constructor(testSite: FaultSite, ledger = new Ledger()) {
    this.testSite = testSite
    this.ledger = ledger
    this.#isOpen.resolve()
  }

  /** A new number, which becomes part of what is sent. */
  next(): number {
    return ++this.testSite.count.acts
  }

  /** What people need from the database itself, as a browser would have it from earlier pages. */
  async look<T>(work: (db: FaultSite['db']) => Promise<T>): Promise<T> {
    await this.#isOpen.promise
    const looking = work(this.testSite.db)
    this.#looking.add(looking)
    return looking.finally(() => this.#looking.delete(looking))
  }

  /** Makes the site the only one with the database open; everyone else waits. */
  async closeDatabase(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#isOpen = Promise.withResolvers()
    await Promise.allSettled(this.#looking)
    await this.testSite.db.destroy()
  }

  async reopenDatabase(): Promise<void> {
    this.testSite.db = openDatabase(this.testSite.address, undefined, true)
    await leaveCheckpoints(this.testSite.db)
    this.#isClosed = false
    this.#isOpen.resolve()
  }

  get site(): RunningSite {
    return this.testSite.site
  }

  /** Lets everyone act again and again until stopped, or each as often as specified. */
  async work(signal: AbortSignal, times = Infinity, who: UserAct[] = parts): Promise<void> {
    await Promise.all(who.map((part) => this.#keepActing(part, signal, times)))
  }

  async #keepActing(part: UserAct, signal: AbortSignal, times: number) {
    const person = acts[part](this)
    for (let time = 0; time < times && !signal.aborted;) {
      try {
        if (await person()) time++
        else await sleep(20)
      } catch (error) {
        if (!isLost(error)) throw error
        this.ledger.lost++
        // Nobody retries a refused connection a hundred times a second.
        await sleep(50)
      }
    }
  }

  async post(path: string, { form, bytes, cookie = '', headers = {} }: PostOptions): Promise<HttpAnswer> {
    const shared = { method: 'POST', host: new URL(runningOrigin).host, origin: runningOrigin, cookie }
    const type = form ? 'application/x-www-form-urlencoded' : 'application/octet-stream'
    const options = { ...shared, 'content-type': type, ...headers, maxMs: this.maxMs }
    const body = form ? new URLSearchParams(form).toString() : ''
    const started = performance.now()
    const answer = await ask(this.site.port, path, { ...options, body }, bytes)
    this.ledger.note(path, answer, performance.now() - started)
    return answer
  }
}

/**
 * Then only the site checkpoints SQLite's log. By syncing that file the campaign would also sync what the site has
 * written to it, and the layer under the site would not know.
 */
export async function leaveCheckpoints(db: FaultSite['db']): Promise<void> {
  await sql`pragma wal_autocheckpoint = 0`.execute(db)
}

/** The connection to the site, or to the database that the person reads, was lost, so the outcome is unknown. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (failureOf(error) || error.message === 'aborted' || error.name === 'TimeoutError') return true
  return 'code' in error && (error.code === 'ABORT_ERR' || error.code === 'HPE_INVALID_EOF_STATE')
}
