import { LRUCache } from 'lru-cache'

type Make = () => Promise<Uint8Array>

/** The most recently used results of costly work, limited in number and in bytes. */
export class RecentBytes {
  readonly #results: LRUCache<string, Uint8Array, Make>
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ entries, bytes }: { entries: number; bytes: number }) {
    this.#results = new LRUCache({
      max: entries,
      maxSize: bytes,
      sizeCalculation: ({ length }) => length,
      fetchMethod: (_key, _old, { context: make }) => this.#makeInTurn(make),
    })
  }

  /**
   * What was made under this key, or what `make` returns now. One thing is made at a time, and never twice in parallel.
   */
  findOrMake(key: string, make: Make): Promise<Uint8Array> {
    return this.#results.forceFetch(key, { context: make })
  }

  #makeInTurn(make: Make): Promise<Uint8Array> {
    const making = this.#queue.then(make)
    this.#queue = making.catch(() => undefined)
    return making
  }
}
