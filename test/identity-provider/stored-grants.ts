/** What the provider stores, for all kinds of things and for as long as a test runs. */

interface Stored {
  [name: string]: unknown
  uid?: string
  grantId?: string
  consumed?: number
}

/** A store for each provider, as the library wants it: a class for each kind of thing. */
export function makeStore() {
  const rows = new Map<string, Stored>()
  return class StoreOfKind {
    readonly #kind: string

    constructor(kind: string) {
      this.#kind = kind
    }

    async upsert(id: string, stored: Stored) {
      rows.set(`${this.#kind} ${id}`, stored)
    }

    async find(id: string) {
      return rows.get(`${this.#kind} ${id}`)
    }

    async findByUid(uid: string) {
      return [...rows.values()].find((row) => row.uid === uid)
    }

    async consume(id: string) {
      const row = rows.get(`${this.#kind} ${id}`)
      if (row) row.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string) {
      rows.delete(`${this.#kind} ${id}`)
    }

    async revokeByGrantId(grantId: string) {
      for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id)
    }
  }
}
