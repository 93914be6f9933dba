import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import { lockTables } from '#db/engine/lock.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openSqlite } from '#db/engine/sqlite.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'

export interface RowReplacement {
  /** Tables that others refer to come first. */
  tables: readonly (keyof Tables)[]
  /** Empties the tables, or throws without having changed anything. */
  clear(db: Db): Promise<void>
  /** Writes the new rows and their search entries. */
  write(db: Db): Promise<void>
  /** Runs when everything is written. */
  finish(db: Db): Promise<void>
}

/**
 * Replaces the rows of whole tables in one transaction. PostgreSQL lets everyone keep reading meanwhile. SQLite has one
 * writer and others wait for it, so the slow part, collecting the rows, happens in a separate database at `path`;
 * copying them over is fast.
 */
export async function replaceRows(db: Db, path: string, replacing: RowReplacement, now: Date): Promise<void> {
  const { tables, clear, write, finish } = replacing
  if (engineOf(db) === 'postgres')
    return inTransaction(db, async (db) => {
      await lockTables(db, tables)
      await clear(db)
      await write(db)
      await finish(db)
    })
  try {
    await gather(path, write, now)
    await db.connection().execute(async (db) => {
      await sql`attach database ${path} as gathered`.execute(db)
      try {
        await inTransaction(db, async (db) => {
          await clear(db)
          for (const table of tables) await copyRows(db, table)
          await copySearchRows(db)
          await finish(db)
        })
      } finally {
        await sql`detach database gathered`.execute(db)
      }
    })
  } finally {
    for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true })
  }
}

async function gather(path: string, write: RowReplacement['write'], now: Date) {
  const db = openSqlite(path)
  try {
    await migrate(db, now)
    // The real table stores no text, only an index of it, and an index cannot be copied.
    await sql`drop table search_words`.execute(db)
    await sql`create table search_words (id integer primary key, title text, names text, body text)`.execute(
      db,
    )
    await inTransaction(db, write)
  } finally {
    await db.destroy()
  }
}

async function copyRows(db: Db, table: keyof Tables) {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.id('main', table)} (${columns}) select ${columns} from ${sql.id('gathered', table)}`.execute(
    db,
  )
}

async function copySearchRows(db: Db) {
  await copyRows(db, 'search_entry')
  await copyRows(db, 'search_term')
  await sql`insert into main.search_words (rowid, title, names, body) select rowid, title, names, body from gathered.search_words`.execute(
    db,
  )
}
