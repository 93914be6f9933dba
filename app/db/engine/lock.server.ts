import { createHash } from 'node:crypto'
import { sql, type SelectQueryBuilder } from 'kysely'
import { engineOf } from './engine.server.ts'
import { msToDeadline } from './deadline.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'

/**
 * Locks the rows that a query inside a transaction selects; a second caller waits and then reads what the first one
 * left.
 */
export function lockRows(db: Db) {
  return <T, Names extends keyof T, Row>(query: SelectQueryBuilder<T, Names, Row>) =>
    engineOf(db) === 'postgres' ? query.forUpdate() : query
}

/**
 * Locks the rows that a query inside a transaction selects and skips those that another process holds. SQLite has one
 * writer at a time, so there the transaction itself is the lock.
 */
export function lockFreeRows(db: Db) {
  return <T, Names extends keyof T, Row>(query: SelectQueryBuilder<T, Names, Row>) =>
    engineOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query
}

const lockNumbers = {
  schema: 19_941_204,
  starter: 19_941_205,
  register: 19_941_206,
  files: 19_941_207,
  menu: 19_941_208,
  settings: 19_941_209,
  alarms: 19_941_210,
  drafts: 19_941_211,
  bodies: 19_941_212,
  rulebooks: 19_941_213,
  templates: 19_941_214,
  letters: 19_941_215,
}

/**
 * Lets one process at a time do the named work, until its transaction ends. The others wait as long as it takes, or
 * until the deadline of their request. SQLite holds its only write lock for the whole transaction; PostgreSQL needs an
 * explicit lock.
 */
export async function lockWork(db: Db, name: keyof typeof lockNumbers): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await waitWithoutTimeout(db)
  await sql`select pg_advisory_xact_lock(${lockNumbers[name]})`.execute(db)
}

const lockKinds = { proposer: 1 }

/** The same for work about one person or thing; work about others runs in parallel. */
export async function lockWorkOn(db: Db, kind: keyof typeof lockKinds, whose: string): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await waitWithoutTimeout(db)
  // Two keys that share a number wait for each other needlessly, which does no harm.
  const number = createHash('sha256').update(whose).digest().readInt32BE()
  await sql`select pg_advisory_xact_lock(${lockKinds[kind]}::int, ${number}::int)`.execute(db)
}

async function waitWithoutTimeout(db: Db): Promise<void> {
  if (msToDeadline() !== Infinity) return
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
}

/** Blocks other writers of the tables until the transaction ends; reading goes on. */
export async function lockTables(db: Db, tables: readonly (keyof Tables)[]): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(db)
}
