import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const bigint = 20

export function openPostgres(url: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(url) }) })
}

function createPool(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    types: { getTypeParser: numbersForBigints },
  })
  // An idle connection that the server closes is replaced at the next query; it must not end the process.
  pool.on('error', () => undefined)
  return pool
}

function numbersForBigints(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  return type === bigint ? Number : pg.types.getTypeParser(type, format)
}
