/** Keeps the results of costly work that were asked for last, within a number and a weight. */
export class RecentBytes {
  readonly #most: { entries: number; bytes: number }
  readonly #kept = new Map<string, Uint8Array>()
  readonly #underWay = new Map<string, Promise<Uint8Array>>()
  #bytes = 0
  #queue: Promise<unknown> = Promise.resolve()

  constructor(most: { entries: number; bytes: number }) {
    this.#most = most
  }

  /** What was made under this key, or what `make` gives now. One thing is made at a time, and never twice at once. */
  async findOrMake(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#kept.get(key)
    if (known) {
      // The map keeps the order of setting, so what was used last moves to its end.
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    return this.#underWay.get(key) ?? this.#make(key, make)
  }

  #make(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const making = this.#queue
      .then(make)
      .then((bytes) => this.#keep(key, bytes))
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, making)
    this.#queue = making.catch(() => undefined)
    return making
  }

  #keep(key: string, bytes: Uint8Array): Uint8Array {
    this.#kept.set(key, bytes)
    this.#bytes += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#kept.size <= this.#most.entries && this.#bytes <= this.#most.bytes) break
      this.#kept.delete(oldest)
      this.#bytes -= length
    }
    return bytes
  }
}
