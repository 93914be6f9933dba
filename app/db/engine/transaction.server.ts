import { liftDeadline } from './deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'

const mostTries = 5

/** Deadlock, work side by side that cannot be put in an order, read-only. */
const takenBack = new Set(['40P01', '40001', '25006'])

/**
 * Runs the work whole or not at all. Work that is already inside a transaction joins it. Of two who wait for each
 * other's locks PostgreSQL takes one back; that one is run again, so work must not reach outside its database. So is
 * what came to a server that takes no writes: by a new line, which may lead to the one that has taken over.
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries++)
    try {
      const done = await db.transaction().execute(work)
      // What is kept must not be told as not kept because the words about it came late.
      liftDeadline()
      return done
    } catch (error) {
      if (tries === mostTries || !isTakenBack(error)) throw error
    }
}

function isTakenBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && takenBack.has(String(error.code))
}
