import type { Db } from './tables.ts'

/** Runs the work whole or not at all. Work that is already inside a transaction joins it. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
