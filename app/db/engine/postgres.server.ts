import { Kysely, PostgresDialect, type LogConfig } from 'kysely'
import pg from 'pg'
import { dropDeadConnections } from './dead-connections.server.ts'
import { deadlineMs } from './deadline.server.ts'
import { PostgresConnection } from './postgres-connection.server.ts'
import { DeadlinePool } from './deadline-pool.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'

const bigint = 20
const maxMs = 15_000

const pools = new WeakMap<Db, pg.Pool>()

export function openPostgres(url: string, log?: LogConfig, mustLead = false): Kysely<Tables> {
  const pool = createPool(url)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new DeadlinePool(pool, mustLead) }),
    ...(log && { log }),
  })
  pools.set(db, pool)
  return db
}

/** Open connections, idle ones, and requests waiting for one; the embedded engine has none. */
export function connectionsOf(db: Db): { open: number; idle: number; waiting: number } | undefined {
  const pool = pools.get(db)
  return pool && { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

function createPool(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Requests have a shorter deadline; this is for background work and for answers about work already committed.
    connectionTimeoutMillis: maxMs,
    statement_timeout: maxMs,
    // A request that waits for a lock gets an error from the server before its deadline, and can keep using the
    // connection.
    lock_timeout: deadlineMs - 500,
    keepAlive: true,
    Client: PostgresConnection,
    types: { getTypeParser: numbersForBigints },
  })
  // An idle connection that the server closes is replaced at the next query; it must not end the process.
  pool.on('error', () => undefined)
  // The same for one in use, between two queries of a transaction; the next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  dropDeadConnections(pool, url)
  return pool
}

function numbersForBigints(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  return type === bigint ? Number : pg.types.getTypeParser(type, format)
}
