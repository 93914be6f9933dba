const everyMs = 250
const lagMs = 500
const inARow = 3

/**
 * Whether this process is overloaded: a timer due four times a second fired much too late several times in a row. A
 * single late tick does not count, because one long piece of work is over by the time it is noticed.
 */
export class EventLoopDelay {
  #last: number
  #lateTicks = 0
  readonly #timer: NodeJS.Timeout

  constructor(now = performance.now()) {
    this.#last = now
    this.#timer = setInterval(() => this.tick(performance.now()), everyMs).unref()
  }

  get isLagging(): boolean {
    return this.#lateTicks >= inARow
  }

  tick(now: number) {
    this.#lateTicks = now - this.#last - everyMs > lagMs ? this.#lateTicks + 1 : 0
    this.#last = now
  }

  close() {
    clearInterval(this.#timer)
  }
}
