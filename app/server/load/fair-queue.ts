/** How many are worked on at once, and how many may wait for that, all together and of one sender, and how long. */
interface Limits {
  atOnce: number
  mostWaiting: number
  mostOfOneSender: number
  longestMs: number
}

interface Waiting {
  begin: () => void
  timer: NodeJS.Timeout
}

/**
 * Lets senders in by turns, however much one of them has sent: one piece of work of each at a time, and the sender
 * who has waited longest since the last turn goes first.
 */
export class FairQueue {
  readonly #limits: Limits
  /** In the order in which they get their turn. */
  readonly #waiting = new Map<string, Set<Waiting>>()
  readonly #working = new Set<string>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** False where there is no room. Whoever was let in has to leave again. */
  async enter(sender: string): Promise<boolean> {
    const { atOnce, mostWaiting, mostOfOneSender, longestMs } = this.#limits
    if (this.#working.size < atOnce && !this.#working.has(sender)) {
      this.#working.add(sender)
      return true
    }
    const own = this.#waiting.get(sender) ?? new Set()
    if (own.size >= mostOfOneSender || this.#countWaiting() >= mostWaiting) return false
    return new Promise((resolve) => {
      const one: Waiting = {
        begin: () => resolve(true),
        timer: setTimeout(() => {
          this.#remove(sender, one)
          resolve(false)
        }, longestMs),
      }
      this.#waiting.set(sender, own.add(one))
    })
  }

  leave(sender: string) {
    this.#working.delete(sender)
    for (const [next, line] of this.#waiting) {
      if (this.#working.has(next)) continue
      const [one] = line
      if (!one) continue
      clearTimeout(one.timer)
      this.#remove(next, one)
      // Whoever sent more comes again after all the others.
      if (this.#waiting.delete(next)) this.#waiting.set(next, line)
      this.#working.add(next)
      return one.begin()
    }
  }

  #remove(sender: string, one: Waiting) {
    const line = this.#waiting.get(sender)
    line?.delete(one)
    if (line?.size === 0) this.#waiting.delete(sender)
  }

  #countWaiting(): number {
    let count = 0
    for (const line of this.#waiting.values()) count += line.size
    return count
  }
}
