import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long one request waits for the database in all: for a connection, for locks and for every answer together.
 * Whoever sent something hears within five seconds that it cannot be done now; the fifth is for our own work, such as
 * looking through a file.
 */
export const patienceMs = 4000

class Patience {
  isEndless = false
  readonly #mostMs: number
  #spentMs = 0
  #waits = 0
  #since = 0

  constructor(mostMs: number) {
    this.#mostMs = mostMs
  }

  get leftMs(): number {
    if (this.isEndless) return Infinity
    return this.#mostMs - this.#spentMs - (this.#waits ? performance.now() - this.#since : 0)
  }

  /** Waits side by side count once. */
  begin() {
    if (this.#waits++ === 0) this.#since = performance.now()
  }

  end() {
    if (--this.#waits === 0) this.#spentMs += performance.now() - this.#since
  }
}

const current = new AsyncLocalStorage<Patience>()

/** Answers a request: all that it waits for together may take so long. */
export function withPatience<T>(work: () => T, ms = patienceMs): T {
  return current.run(new Patience(ms), work)
}

/** For the few requests that are long work, such as a whole list: from here on each step has only its own terms. */
export function takeTime(): void {
  const patience = current.getStore()
  if (patience) patience.isEndless = true
}

/** What the request at hand may still wait; without end where nobody waits for an answer. */
export function patienceLeft(): number {
  return current.getStore()?.leftMs ?? Infinity
}

/** Waits as long as the request may. After that `giveUp` must see to what comes too late. */
export async function waitFor<T>(begin: () => Promise<T>, giveUp: (late: Promise<T>) => void): Promise<T> {
  const patience = current.getStore()
  if (!patience || patience.isEndless) return begin()
  const leftMs = patience.leftMs
  if (leftMs <= 0) throw new OutOfPatience()
  const tooLate = Promise.withResolvers<never>()
  patience.begin()
  const answer = begin()
  const timer = setTimeout(() => {
    giveUp(answer)
    tooLate.reject(new OutOfPatience())
  }, leftMs)
  try {
    return await Promise.race([answer, tooLate.promise])
  } finally {
    clearTimeout(timer)
    patience.end()
  }
}

export class OutOfPatience extends Error {
  /** What the system says of a line that does not answer, so that it counts as the same failure. */
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time.')
  }
}
