import { PostgresAdapter } from 'kysely'
import { openPostgres } from './postgres.server.ts'
import { openSqlite } from './sqlite.server.ts'
import type { Db } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** Opens a PostgreSQL URL, or else the SQLite file at that path. */
export function openDatabase(address: string) {
  return isPostgresUrl(address) ? openPostgres(address) : openSqlite(address)
}

export function isPostgresUrl(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address)
}

/** Only this folder may ask: what differs between the engines is hidden behind its functions. */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

/** For people to read; nothing may depend on it. */
export function engineName(db: Db): string {
  return engineOf(db) === 'postgres' ? 'PostgreSQL' : 'SQLite'
}
