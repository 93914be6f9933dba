import { sql } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import type { RowKey } from './snapshot.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'

/** A table as the engine describes it. Columns are matched by name, because the engines may order them differently. */
export interface TableShape {
  name: keyof Tables
  columns: string[]
  keys: RowKey[]
}

/** The list of migrations belongs to the engine; the search index and the live references are derived from the other tables. */
const leftOut = /^(migration|search_entry|search_term|search_words.*|audit_words.*|live_ref|sqlite_.*)$/

interface Column {
  table: string
  name: string
  type: string
  /** Its position in the primary key, starting at 1. */
  key: number | null
}

/** Every table with its own rows, by name. */
export async function listTableShapes(db: Db): Promise<TableShape[]> {
  const columns = await listColumns(db)
  const tables = Map.groupBy(
    columns.filter(({ table }) => !leftOut.test(table)),
    ({ table }) => table,
  )
  return [...tables].map(shapeOf).toSorted((a, b) => compare(a.name, b.name))
}

function shapeOf([table, columns]: [string, Column[]]): TableShape {
  const keys = columns.filter(({ key }) => Boolean(key)).toSorted((a, b) => Number(a.key) - Number(b.key))
  if (keys.length === 0) throw new Error(`The table ${table} has no key to order its rows by.`)
  return {
    name: table as keyof Tables,
    columns: columns.map(({ name }) => name).toSorted(compare),
    keys: keys.map(({ name, type }) => ({ column: name, isText: type === 'text' })),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

async function listColumns(db: Db): Promise<Column[]> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<Column>`
        select tables.name as "table", columns.name, lower(columns.type) as type, columns.pk as key
        from sqlite_master as tables, pragma_table_info(tables.name) as columns
        where tables.type = 'table'`
      : sql<Column>`
        select pg_class.relname as "table", attname as name, format_type(atttypid, null) as type,
          (select place from unnest(indkey) with ordinality as keys (number, place) where number = attnum) as key
        from pg_class
        join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
        left join pg_index on indrelid = pg_class.oid and indisprimary
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`
  const { rows } = await query.execute(db)
  return rows
}

/** Which migrations the schema has run. */
export async function listSteps(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** When the database was created, according to its list of migrations. */
export async function readFirstStepAt(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`select min(run_at) as at from migration`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Lets rows arrive in any order: foreign keys are checked once, at the end. Use it inside a transaction. */
export async function withoutReferences(db: Db, work: () => Promise<void>): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return work()
  }
  const { rows } = await sql<{ table: string; name: string; text: string }>`
    select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as text
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  const included = rows.filter(({ table }) => !leftOut.test(table))
  for (const { table, name } of included)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  await work()
  for (const { table, name, text } of included)
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(text)}`.execute(db)
}

const valuesAtOnce = 5000

export type RawRow = (string | number | null)[]

/** Writes rows as they are, a few at a time. */
export async function insertRows(db: Db, table: string, columns: string[], rows: RawRow[]): Promise<void> {
  const size = Math.max(1, Math.floor(valuesAtOnce / columns.length))
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += size) {
    const lines = rows.slice(start, start + size).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(lines)}`.execute(db)
  }
}

/** Removes the rows that the migrations themselves inserted. */
export async function emptyTables(db: Db, shapes: TableShape[]): Promise<void> {
  for (const { name } of shapes) await db.deleteFrom(name).execute()
}
