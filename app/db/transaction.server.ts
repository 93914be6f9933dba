import type { Db } from './tables.ts'

const mostTries = 5

/**
 * Runs the work whole or not at all. Work that is already inside a transaction joins it. Of two who wait for each
 * other's locks PostgreSQL takes one back; that one is run again, so work must not reach outside its database.
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries++)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === mostTries || !isTakenBack(error)) throw error
    }
}

function isTakenBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
