/** How many bodies may arrive slowly at a time, in all and from one network. */
export interface SlowLimits {
  inAll: number
  ofNetwork: number
}

/** Counts those whose body is long on its way: they hold no place, so nothing else bounds their number. */
export class SlowSenders {
  readonly #limits: SlowLimits
  readonly #byNetwork = new Map<string, number>()
  count = 0

  constructor(limits: SlowLimits) {
    this.#limits = limits
  }

  hasRoomFor(network: string): boolean {
    return this.count < this.#limits.inAll && (this.#byNetwork.get(network) ?? 0) < this.#limits.ofNetwork
  }

  /** Whether there was room; whoever entered has to leave. */
  enter(network: string): boolean {
    if (!this.hasRoomFor(network)) return false
    this.count++
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1)
    return true
  }

  leave(network: string) {
    this.count--
    const left = (this.#byNetwork.get(network) ?? 0) - 1
    if (left > 0) this.#byNetwork.set(network, left)
    else this.#byNetwork.delete(network)
  }
}
