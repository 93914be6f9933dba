import type { Db } from '#db/schema/tables.ts'

/** A migration of the schema: text that both engines understand, then what only one of them needs. */
export interface Migration {
  name: string
  sql: string
  sqlite?: string
  postgres?: string
  /** What the site search finds is stored in another way: the index is rebuilt with it. */
  changesSearch?: true
  /**
   * Why the release before can go on serving although this takes something away or demands more of what it writes: what
   * it no longer uses, and since when.
   */
  contracts?: string
  /** What SQL alone cannot fill in. It may name only tables and columns that exist by then. */
  fill?: (db: Db) => Promise<void>
}
