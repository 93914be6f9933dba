import { sql } from 'kysely'
import { liftDeadline } from './deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'

const maxTries = 5

/** Deadlock, serialization failure, read-only. */
const takenBack = new Set(['40P01', '40001', '25006'])

/**
 * Runs the work completely or not at all. Work that is already inside a transaction joins it. PostgreSQL rolls back one
 * of two transactions that wait for each other; that one runs again, so work must not touch anything outside the
 * database. Work that reached a read-only server also runs again, on a new connection, which may lead to the new
 * primary.
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let tries = 1; ; tries++)
    try {
      const done = await db.transaction().execute(work)
      // A transaction that was committed must not be reported as failed because the answer came late.
      liftDeadline()
      return done
    } catch (error) {
      if (tries === maxTries || !isTakenBack(error)) throw error
    }
}

/**
 * Runs one part of a transaction, such as one line of many. What a refused part has written is taken back, and the
 * transaction goes on.
 */
export async function tryPart<T extends { ok: boolean }>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db)
  const outcome = await work()
  if (!outcome.ok) await sql`rollback to savepoint part`.execute(db)
  await sql`release savepoint part`.execute(db)
  return outcome
}

/** Runs the work, takes back all that it wrote, also inside another transaction, and returns its result. */
export function rehearse<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (db) => {
    await sql`savepoint rehearsal`.execute(db)
    const result = await work(db)
    await sql`rollback to savepoint rehearsal`.execute(db)
    await sql`release savepoint rehearsal`.execute(db)
    return result
  })
}

function isTakenBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && takenBack.has(String(error.code))
}
