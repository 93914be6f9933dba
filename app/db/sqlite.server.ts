import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, SqliteDriver, type DatabaseConnection, type LogConfig } from 'kysely'
import type { Tables } from './tables.ts'

const statementWaitMs = 5000
const transactionWaitMs = 15_000

export function openSqlite(path: string, log?: LogConfig): Kysely<Tables> {
  const file = new Sqlite(path, { timeout: statementWaitMs })
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  // What is erased must not stay readable in the free pages of the file.
  file.pragma('secure_delete = ON')
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
}

// A transaction that first reads and then writes could lose the race to another process half way.
// Taking the write lock at the start makes it wait its turn instead.
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database

  constructor(database: Sqlite.Database) {
    super({ database: new KeptStatements(database) })
    this.#database = database
  }

  // SQLite's own waiting would stop the whole process, cached pages and all.
  override async beginTransaction() {
    const giveUpAt = performance.now() + transactionWaitMs
    while (!this.#tryToBegin(performance.now() > giveUpAt)) await sleep(1 + Math.random() * 9)
  }

  // On a full or failing disk SQLite has taken the work back itself, and a second time would hide why.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }

  #tryToBegin(isLastTry: boolean): boolean {
    this.#database.pragma('busy_timeout = 0')
    try {
      this.#database.exec('begin immediate')
      return true
    } catch (error) {
      if (isLastTry || !isBusy(error)) throw error
      return false
    } finally {
      this.#database.pragma(`busy_timeout = ${statementWaitMs}`)
    }
  }
}

const mostStatements = 500

/**
 * Preparing a statement costs more than running most of them, and the site has a few hundred. What changes the schema
 * drops them all, because they know the columns as they were.
 */
class KeptStatements {
  readonly #database: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement>()

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  prepare(sql: string): Sqlite.Statement {
    if (/^\s*(create|alter|drop)\b/i.test(sql)) this.#statements.clear()
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    // The last used is the last in order, and the first in order goes first.
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    if (this.#statements.size > mostStatements)
      this.#statements.delete(this.#statements.keys().next().value ?? '')
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

function isBusy(error: unknown) {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
