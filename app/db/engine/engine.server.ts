import type { LogEvent } from 'kysely'
import { openPostgres } from './postgres.server.ts'
import { openSqlite } from './sqlite.server.ts'
import type { Db } from '#db/schema/tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** Called after every query with the time it took. */
export type OnQuery = (seconds: number, hasFailed: boolean) => void

/** Opens a PostgreSQL URL, or the SQLite file at that path. With `mustLead` a standby is rejected. */
export function openDatabase(address: string, onQuery?: OnQuery, mustLead = false) {
  const log =
    onQuery && ((event: LogEvent) => onQuery(event.queryDurationMillis / 1000, event.level === 'error'))
  return isPostgresUrl(address) ? openPostgres(address, log, mustLead) : openSqlite(address, log)
}

export function isPostgresUrl(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address)
}

/**
 * Only this folder may ask for the engine: its functions hide what differs between the two. Of both adapters only
 * PostgreSQL's changes tables within a transaction; its class may be another copy, because builds have their own.
 */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter.supportsTransactionalDdl ? 'postgres' : 'sqlite'
}

/** For people to read; no code may depend on it. */
export function engineName(db: Db): string {
  return engineOf(db) === 'postgres' ? 'PostgreSQL' : 'SQLite'
}
