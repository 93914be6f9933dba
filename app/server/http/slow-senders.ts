/** How many bodies may arrive slowly at the same time, in total and from one network. */
export interface SlowLimits {
  inAll: number
  ofNetwork: number
  /** How many of the total are reserved for known senders. */
  forKnown?: number
}

export interface SlowSender {
  network: string
  /** Whether the request has a cookie of ours. Anyone can forge one, so it only gives priority. */
  isKnown: boolean
  /** Bytes per second so far; undefined while we are not reading. */
  speed: () => number | undefined
  /** Closes the connection. */
  end: () => void
}

type Newcomer = Pick<SlowSender, 'network' | 'isKnown'>

/** A slower sender may be disconnected in favour of another: a file of a megabyte would take nine minutes. */
const tricklingBelow = 2048

/** Counts senders whose body is slow to arrive: they hold no slot, so nothing else limits their number. */
export class SlowSenders {
  readonly #limits: SlowLimits
  readonly #senders = new Set<SlowSender>()
  readonly #byNetwork = new Map<string, number>()

  constructor(limits: SlowLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#senders.size
  }

  /** Whether there is room, or would be after disconnecting a sender that hardly sends anything. */
  hasRoomFor(newcomer: Newcomer): boolean {
    if (this.#heldBy(newcomer.network) >= this.#limits.ofNetwork) return false
    return !this.#isFullFor(newcomer) || this.#findTrickler(newcomer) !== undefined
  }

  /** Returns whether there was room; if so, the caller must call `leave`. */
  enter(sender: SlowSender): boolean {
    if (!this.hasRoomFor(sender)) return false
    const trickler = this.#isFullFor(sender) ? this.#findTrickler(sender) : undefined
    if (trickler) {
      this.leave(trickler)
      trickler.end()
    }
    this.#senders.add(sender)
    this.#byNetwork.set(sender.network, this.#heldBy(sender.network) + 1)
    return true
  }

  /** Does nothing if the sender was disconnected before. */
  leave(sender: SlowSender) {
    if (!this.#senders.delete(sender)) return
    const left = this.#heldBy(sender.network) - 1
    if (left > 0) this.#byNetwork.set(sender.network, left)
    else this.#byNetwork.delete(sender.network)
  }

  #heldBy(network: string): number {
    return this.#byNetwork.get(network) ?? 0
  }

  #isFullFor({ isKnown }: Newcomer): boolean {
    const { inAll, forKnown = 0 } = this.#limits
    return this.count >= (isKnown ? inAll : inAll - forKnown)
  }

  /** The slowest sender of the network that holds most, if that is more than the newcomer's network holds. */
  #findTrickler({ network, isKnown }: Newcomer): SlowSender | undefined {
    const tricklers = [...this.#senders]
      .filter((one) => this.#heldBy(one.network) > this.#heldBy(network) && (isKnown || !one.isKnown))
      .map((sender) => ({ sender, held: this.#heldBy(sender.network), speed: sender.speed() ?? Infinity }))
      .filter(({ speed }) => speed < tricklingBelow)
    return tricklers.toSorted((one, other) => other.held - one.held || one.speed - other.speed)[0]?.sender
  }
}
