/**
 * Lets one piece of work begin each time round the loop. Work takes milliseconds, and what came in together would
 * otherwise be begun together, while those whose page lies ready wait behind all of it.
 */
export class Turns {
  readonly #line: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#line.push(resolve)
      if (this.#line.length === 1) setImmediate(this.#call)
    })
  }

  readonly #call = () => {
    this.#line.shift()?.()
    if (this.#line.length > 0) setImmediate(this.#call)
  }
}
