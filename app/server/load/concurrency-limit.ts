/** How many run in parallel, how many may queue for a slot, and for how long. */
export interface ConcurrencySettings {
  atOnce: number
  maxQueued: number
  maxWaitMs: number
}

/** Why a request got no slot: the queue was full, or it waited too long. */
export type Rejection = 'full' | 'waited'

interface Waiter {
  go: () => void
  timer: NodeJS.Timeout
}

/** Runs a bounded number in parallel and queues a bounded number in order of arrival. */
export class ConcurrencyLimit {
  readonly #settings: ConcurrencySettings
  readonly #queue = new Set<Waiter>()
  active = 0

  constructor(settings: ConcurrencySettings) {
    this.#settings = settings
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Resolves to undefined once a slot is acquired; the caller must release it. */
  async acquire({ mayWait = true, maxConcurrent = this.#settings.atOnce } = {}): Promise<
    Rejection | undefined
  > {
    const { atOnce, maxQueued, maxWaitMs } = this.#settings
    if (this.active < Math.min(atOnce, maxConcurrent)) {
      this.active++
      return undefined
    }
    if (!mayWait || this.#queue.size >= maxQueued) return 'full'
    return new Promise((resolve) => {
      const one: Waiter = {
        go: () => resolve(undefined),
        timer: setTimeout(() => {
          this.#queue.delete(one)
          resolve('waited')
        }, maxWaitMs),
      }
      this.#queue.add(one)
    })
  }

  /** For a request that gave its slot back for a while; it may exceed the limit. */
  reacquire() {
    this.active++
  }

  /** Hands the slot to the request that has waited longest. */
  release() {
    const [next] = this.#queue
    if (!next || this.active > this.#settings.atOnce) return void this.active--
    clearTimeout(next.timer)
    this.#queue.delete(next)
    next.go()
  }
}
