import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long one request may wait for the database in total: for a connection, for locks and for all answers together.
 * People see within five seconds that something cannot be done now; the fifth second is for our own work, such as
 * checking a file.
 */
export const deadlineMs = 4000

class Deadline {
  isLifted = false
  readonly #maxMs: number
  #spentMs = 0
  #waits = 0
  #since = 0

  constructor(maxMs: number) {
    this.#maxMs = maxMs
  }

  get leftMs(): number {
    if (this.isLifted) return Infinity
    return this.#maxMs - this.#spentMs - (this.#waits ? performance.now() - this.#since : 0)
  }

  /** A timer may fire a fraction of a millisecond early; what was given up once stays given up. */
  exceed() {
    this.#spentMs = Infinity
  }

  /** Waits that overlap count once. */
  begin() {
    if (this.#waits++ === 0) this.#since = performance.now()
  }

  end() {
    if (--this.#waits === 0) this.#spentMs += performance.now() - this.#since
  }
}

const current = new AsyncLocalStorage<Deadline>()

/** Runs the work of one request; all its waits together may take this long. */
export function withDeadline<T>(work: () => T, ms = deadlineMs): T {
  return current.run(new Deadline(ms), work)
}

/** For the few long requests, such as an export: from here on only each step's own timeout applies. */
export function liftDeadline(): void {
  const deadline = current.getStore()
  if (deadline) deadline.isLifted = true
}

/** How long the current request may still wait; Infinity outside a request. */
export function msToDeadline(): number {
  return current.getStore()?.leftMs ?? Infinity
}

/** Waits no longer than the current request may. After that `giveUp` must handle the late result. */
export async function waitFor<T>(begin: () => Promise<T>, giveUp: (late: Promise<T>) => void): Promise<T> {
  const deadline = current.getStore()
  if (!deadline || deadline.isLifted) return begin()
  const leftMs = deadline.leftMs
  if (leftMs <= 0) throw new DeadlineExceeded()
  const tooLate = Promise.withResolvers<never>()
  deadline.begin()
  const answer = begin()
  const timer = setTimeout(() => {
    deadline.exceed()
    giveUp(answer)
    tooLate.reject(new DeadlineExceeded())
  }, leftMs)
  try {
    return await Promise.race([answer, tooLate.promise])
  } finally {
    clearTimeout(timer)
    deadline.end()
  }
}

export class DeadlineExceeded extends Error {
  /** The code of a connection that does not answer, so that both count as the same failure. */
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time.')
  }
}
