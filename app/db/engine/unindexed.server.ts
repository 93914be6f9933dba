import { sql, type RawBuilder } from 'kysely'
import { engineOf } from './engine.server.ts'
import type { Db } from '#db/schema/tables.ts'

/**
 * A column that SQLite compares row by row: it would use any index that fits one condition, even where reading another
 * index in order is far faster. PostgreSQL uses its statistics and needs no hint.
 */
export function unindexed<T>(db: Db, column: string): RawBuilder<T> {
  return engineOf(db) === 'sqlite' ? sql<T>`+${sql.ref(column)}` : sql<T>`${sql.ref(column)}`
}
