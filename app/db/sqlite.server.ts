import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, SqliteDriver, type LogConfig } from 'kysely'
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
    super({ database })
    this.#database = database
  }

  // SQLite's own waiting would stop the whole process, cached pages and all.
  override async beginTransaction() {
    const giveUpAt = performance.now() + transactionWaitMs
    while (!this.#tryToBegin(performance.now() > giveUpAt)) await sleep(1 + Math.random() * 9)
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

function isBusy(error: unknown) {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
