import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { engineOf, isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'

/**
 * Reads the database at an address as it is at one moment, on its own connection, so that writers neither wait nor show
 * up half done.
 */
export async function inSnapshot<T>(address: string, work: (db: Db) => Promise<T>): Promise<T> {
  const own = openDatabase(address)
  const begin = isPostgresUrl(address) ? sql`begin isolation level repeatable read read only` : sql`begin`
  try {
    return await own.connection().execute(async (db) => {
      await begin.execute(db)
      try {
        return await work(db)
      } finally {
        await sql`rollback`.execute(db)
      }
    })
  } finally {
    await own.destroy()
  }
}

/** What rows are ordered by; text by its code points, because the engines sort letters differently. */
export type RowKey = { column: string; isText: boolean }

/** The rows of a table in the order of its keys, in batches: all, or those that fit. Works only inside a snapshot. */
export async function* eachRow(
  db: Db,
  table: keyof Tables,
  columns: string[],
  keys: RowKey[],
  fits?: RawBuilder<SqlBool>,
): AsyncGenerator<Record<string, unknown>> {
  const isPostgres = engineOf(db) === 'postgres'
  let query = db.selectFrom(table as 'entry').select(columns as 'id'[])
  if (fits) query = query.where(fits)
  for (const { column, isText } of keys)
    query = query.orderBy(isText && isPostgres ? sql`${sql.ref(column)} collate "C"` : sql.ref(column))
  if (!isPostgres) {
    yield* query.stream()
    return
  }
  await sql`declare each_row no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch 200 from each_row`.execute(db)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close each_row`.execute(db)
}
