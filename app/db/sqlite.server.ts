import Sqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely'
import type { Tables } from './tables.ts'

export function openSqlite(path: string): Kysely<Tables> {
  const file = new Sqlite(path, { timeout: 5000 })
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.pragma('foreign_keys = ON')
  return new Kysely<Tables>({ dialect: new ImmediateDialect({ database: file }) })
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: Sqlite.Database

  constructor(config: { database: Sqlite.Database }) {
    super(config)
    this.#database = config.database
  }

  override createDriver() {
    return new ImmediateDriver({ database: this.#database })
  }
}

// A transaction that first reads and then writes could lose the race to another process half way.
// Taking the write lock at the start makes it wait its turn instead.
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
