const everyMs = 250
const lateMs = 500
const inARow = 3

/**
 * Whether this process has more to do than it can: a timer that is due four times a second came much too late several
 * times in a row. Once does not count, for a single long piece of work is over when it is noticed.
 */
export class Lateness {
  #last: number
  #late = 0
  readonly #timer: NodeJS.Timeout

  constructor(now = performance.now()) {
    this.#last = now
    this.#timer = setInterval(() => this.tick(performance.now()), everyMs).unref()
  }

  get isLate(): boolean {
    return this.#late >= inARow
  }

  tick(now: number) {
    this.#late = now - this.#last - everyMs > lateMs ? this.#late + 1 : 0
    this.#last = now
  }

  close() {
    clearInterval(this.#timer)
  }
}
