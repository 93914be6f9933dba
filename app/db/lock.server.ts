import type { SelectQueryBuilder } from 'kysely'
import { engineOf } from './engine.server.ts'
import type { Db } from './tables.ts'

/** Locks the rows that a query inside a transaction picks; who comes second waits and then reads what the first left. */
export function lockRows(db: Db) {
  return <T, Names extends keyof T, Row>(query: SelectQueryBuilder<T, Names, Row>) =>
    engineOf(db) === 'postgres' ? query.forUpdate() : query
}

/**
 * Locks the rows that a query inside a transaction picks and passes over those another process holds.
 * SQLite has one writer at a time, so there the transaction itself is the lock.
 */
export function lockFreeRows(db: Db) {
  return <T, Names extends keyof T, Row>(query: SelectQueryBuilder<T, Names, Row>) =>
    engineOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query
}
