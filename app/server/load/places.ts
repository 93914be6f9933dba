/** How many may be worked on at once, how many may wait for that and for how long. */
export interface Room {
  atOnce: number
  line: number
  longestMs: number
}

/** Why somebody was not let in. */
export type TurnedAway = 'full' | 'waited'

interface Waiting {
  go: () => void
  timer: NodeJS.Timeout
}

/** Lets in as many as there is room for, the rest in the order in which they came, and nobody past the end of the line. */
export class Places {
  readonly #room: Room
  readonly #line = new Set<Waiting>()
  taken = 0

  constructor(room: Room) {
    this.#room = room
  }

  get waiting(): number {
    return this.#line.size
  }

  /** Undefined once a place is taken, which has to be left again. A full house has no line where nobody may wait. */
  async enter({ mayWait = true, mostAtOnce = this.#room.atOnce } = {}): Promise<TurnedAway | undefined> {
    const { atOnce, line, longestMs } = this.#room
    if (this.taken < Math.min(atOnce, mostAtOnce)) {
      this.taken++
      return undefined
    }
    if (!mayWait || this.#line.size >= line) return 'full'
    return new Promise((resolve) => {
      const one: Waiting = {
        go: () => resolve(undefined),
        timer: setTimeout(() => {
          this.#line.delete(one)
          resolve('waited')
        }, longestMs),
      }
      this.#line.add(one)
    })
  }

  /** For whoever was let in before and is back, whatever room there is. */
  takeAgain() {
    this.taken++
  }

  /** The place goes straight to whoever waits longest. */
  leave() {
    const [next] = this.#line
    if (!next || this.taken > this.#room.atOnce) return void this.taken--
    clearTimeout(next.timer)
    this.#line.delete(next)
    next.go()
  }
}
