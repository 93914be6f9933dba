import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { engineOf } from '#db/engine/engine.server.ts'
import { lockTables } from '#db/engine/lock.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { openSqlite } from '#db/engine/sqlite.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'

export interface Replacing {
  /** What named rows come first. */
  tables: readonly (keyof Tables)[]
  /** Leaves the tables empty, or throws, and then nothing has happened. */
  clear(db: Db): Promise<void>
  /** Writes the new rows, and what is to be found by the search. */
  write(db: Db): Promise<void>
  /** Once all is in its place. */
  finish(db: Db): Promise<void>
}

/**
 * Puts other rows into whole tables, in one transaction. PostgreSQL lets everybody read on meanwhile. SQLite has one
 * writer, for whom others wait; there the rows are first gathered in a database of their own at `path`, which takes
 * long, and then put over, which does not.
 */
export async function replaceRows(db: Db, path: string, replacing: Replacing, now: Date): Promise<void> {
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
          for (const table of tables) await putOver(db, table)
          await putSearchOver(db)
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

async function gather(path: string, write: Replacing['write'], now: Date) {
  const db = openSqlite(path)
  try {
    await migrate(db, now)
    // The real table keeps no text, only an index of it, and an index cannot be put over.
    await sql`drop table search_words`.execute(db)
    await sql`create table search_words (id integer primary key, title text, names text, body text)`.execute(
      db,
    )
    await inTransaction(db, write)
  } finally {
    await db.destroy()
  }
}

async function putOver(db: Db, table: keyof Tables) {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.id('main', table)} (${columns}) select ${columns} from ${sql.id('gathered', table)}`.execute(
    db,
  )
}

async function putSearchOver(db: Db) {
  await putOver(db, 'search_entry')
  await sql`insert into main.search_words (rowid, title, names, body) select rowid, title, names, body from gathered.search_words`.execute(
    db,
  )
}
