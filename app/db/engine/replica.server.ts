import { readContentVersion } from './content-version.server.ts'
import { openDatabase, type OnQuery } from './engine.server.ts'
import type { Db } from '#db/schema/tables.ts'

const timeoutMs = 500
const restMs = 5000

/**
 * A second PostgreSQL that follows the first one, slightly behind. We read from it only while it has everything up to
 * the announced version; an unreachable one is skipped for a while.
 */
export class Replica {
  readonly #db: ReturnType<typeof openDatabase>
  readonly #onChange: (isThere: boolean) => void
  #awayUntil = 0
  #isThere = true

  constructor(address: string, onQuery: OnQuery, onChange: (isThere: boolean) => void) {
    this.#db = openDatabase(address, onQuery)
    this.#onChange = onChange
  }

  /** The replica, if it has at least that version of the content. */
  async readyFor(version: number): Promise<Db | undefined> {
    if (performance.now() < this.#awayUntil) return undefined
    const has = await within(timeoutMs, readContentVersion(this.#db))
    if (has === undefined) return this.leaveAlone()
    this.#note(true)
    return has >= version ? this.#db : undefined
  }

  leaveAlone(): undefined {
    this.#awayUntil = performance.now() + restMs
    this.#note(false)
  }

  async close() {
    await this.#db.destroy()
  }

  #note(isThere: boolean) {
    if (isThere !== this.#isThere) this.#onChange((this.#isThere = isThere))
  }
}

/** Undefined if it fails or takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([work.catch(() => undefined), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
