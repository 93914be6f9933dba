/**
 * Starts one piece of work per turn of the event loop. Work takes milliseconds, and if everything that arrived together
 * started together, readers whose page is cached would wait behind all of it.
 */
export class OnePerTick {
  readonly #queue: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push(resolve)
      if (this.#queue.length === 1) setImmediate(this.#call)
    })
  }

  readonly #call = () => {
    this.#queue.shift()?.()
    if (this.#queue.length > 0) setImmediate(this.#call)
  }
}
