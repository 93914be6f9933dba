/** How many run in parallel, how many may wait in all and for one sender, and how long. */
interface Limits {
  atOnce: number
  maxWaiting: number
  maxPerSender: number
  maxMs: number
}

interface Waiting {
  begin: () => void
  timer: NodeJS.Timeout
}

/**
 * Serves senders round-robin, however much one of them has sent: one piece of work per sender at a time, and the sender
 * who has waited longest goes next.
 */
export class FairQueue {
  readonly #limits: Limits
  /** In the order in which senders will be served. */
  readonly #waiting = new Map<string, Set<Waiting>>()
  readonly #working = new Set<string>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Resolves to false when the queue is full or the wait was too long. After true the caller must call `leave`. */
  async enter(sender: string): Promise<boolean> {
    const { atOnce, maxWaiting, maxPerSender, maxMs } = this.#limits
    if (this.#working.size < atOnce && !this.#working.has(sender)) {
      this.#working.add(sender)
      return true
    }
    const own = this.#waiting.get(sender) ?? new Set()
    if (own.size >= maxPerSender || this.#countWaiting() >= maxWaiting) return false
    return new Promise((resolve) => {
      const one: Waiting = {
        begin: () => resolve(true),
        timer: setTimeout(() => {
          this.#remove(sender, one)
          resolve(false)
        }, maxMs),
      }
      this.#waiting.set(sender, own.add(one))
    })
  }

  leave(sender: string) {
    this.#working.delete(sender)
    for (const [next, queued] of this.#waiting) {
      if (this.#working.has(next)) continue
      const [one] = queued
      if (!one) continue
      clearTimeout(one.timer)
      this.#remove(next, one)
      // A sender with more work goes to the back of the queue.
      if (this.#waiting.delete(next)) this.#waiting.set(next, queued)
      this.#working.add(next)
      return one.begin()
    }
  }

  #remove(sender: string, one: Waiting) {
    const queued = this.#waiting.get(sender)
    queued?.delete(one)
    if (queued?.size === 0) this.#waiting.delete(sender)
  }

  #countWaiting(): number {
    let count = 0
    for (const queued of this.#waiting.values()) count += queued.size
    return count
  }
}
