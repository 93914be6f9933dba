import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/schema/tables.ts'

/**
 * The values of a column in order, without null. Each is found in an index after the one before it, because thousands of
 * rows have only a few values.
 */
export async function listDistinctValues(
  db: Db,
  table: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
  isShown: RawBuilder<unknown> = sql`1 = 1`,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      select min(${column}) from ${table} where ${isShown}
      union all
      select (select min(${column}) from ${table} where ${column} > found.value and ${isShown})
      from found where found.value is not null
    )
    select value from found where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}
