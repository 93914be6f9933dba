import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type LogConfig,
} from 'kysely'
import { DeadlineExceeded, waitFor } from './deadline.server.ts'
import type { Tables } from '#db/schema/tables.ts'

const openingMs = 5000
/** How long background work waits for another process that writes. */
const maxWaitMs = 15_000

export function openSqlite(path: string, log?: LogConfig): Kysely<Tables> {
  const file = new Sqlite(path, { timeout: openingMs })
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  // Erased data must not stay readable in the free pages of the file.
  file.pragma('secure_delete = ON')
  // SQLite's own waiting would block the whole process, cached pages included; the driver waits instead.
  file.pragma('busy_timeout = 0')
  return new Kysely<Tables>({ dialect: new ImmediateDialect({ database: file }), ...(log && { log }) })
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: Sqlite.Database

  constructor(config: { database: Sqlite.Database }) {
    super(config)
    this.#database = config.database
  }

  override createDriver() {
    return new ImmediateDriver(this.#database)
  }

  override createAdapter() {
    return new OwnQueueAdapter()
  }
}

/**
 * There is one connection. The driver below queues for it itself, because a request could not give up waiting in
 * Kysely's queue.
 */
class OwnQueueAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

// A transaction that first reads and then writes could lose the race to another process half way. Taking the write lock
// at the start makes it wait instead.
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database
  readonly #mutex = new Mutex()
  #connection: DatabaseConnection | undefined

  constructor(database: Sqlite.Database) {
    super({ database: new CachedStatements(database) })
    this.#database = database
  }

  override async acquireConnection() {
    await waitFor(
      () => this.#mutex.acquire(),
      (late) => void late.then(() => this.#mutex.release()),
    )
    this.#connection ??= retrying(await super.acquireConnection())
    return this.#connection
  }

  override async releaseConnection() {
    this.#mutex.release()
  }

  override async beginTransaction() {
    await retry(() => this.#database.exec('begin immediate'))
  }

  // On a full or failing disk SQLite has already rolled back, and a second rollback would hide the reason.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** One after another, in order of arrival. */
class Mutex {
  readonly #line: (() => void)[] = []
  #isTaken = false

  acquire(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#line.push(resolve))
    this.#isTaken = true
    return Promise.resolve()
  }

  release(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#isTaken = false
  }
}

function retrying(connection: DatabaseConnection): DatabaseConnection {
  const execute = connection.executeQuery.bind(connection)
  return Object.assign(connection, {
    executeQuery: <R>(query: CompiledQuery) => retry(() => execute<R>(query)),
  })
}

/** Retries while another process writes: for this long, and no longer than the current request may wait. */
async function retry<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  const lastTryAt = performance.now() + maxWaitMs
  let isGivenUp = false
  const trying = async () => {
    for (;;) {
      await sleep(1 + Math.random() * 9)
      // Nothing would end a transaction that was started now.
      if (isGivenUp) throw new DeadlineExceeded()
      const isLastTry = performance.now() > lastTryAt
      try {
        return await step()
      } catch (error) {
        if (isLastTry || !isBusy(error)) throw error
      }
    }
  }
  return waitFor(trying, () => (isGivenUp = true))
}

const maxStatements = 500

/**
 * Preparing a statement costs more than running most of them, and the site has a few hundred. A change of the schema
 * drops them all, because they know the old columns.
 */
class CachedStatements {
  readonly #database: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement>()

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  prepare(sql: string): Sqlite.Statement {
    if (/^\s*(create|alter|drop)\b/i.test(sql)) this.#statements.clear()
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    // The least recently used is first and is dropped first.
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > maxStatements)
      this.#statements.delete(this.#statements.keys().next().value ?? '')
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

/** Not where a transaction reads an outdated snapshot: it would stay outdated. */
function isBusy(error: unknown) {
  if (!(error instanceof Sqlite.SqliteError)) return false
  return error.code.startsWith('SQLITE_BUSY') && error.code !== 'SQLITE_BUSY_SNAPSHOT'
}
