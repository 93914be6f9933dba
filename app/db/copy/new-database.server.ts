import { rename } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { isPostgresUrl, openDatabase } from '#db/engine/engine.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { syncFolder } from '#db/engine/sync-folder.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'

/** Whether there is nothing at the address yet. */
export async function isNewDatabase(address: string): Promise<boolean> {
  if (!isPostgresUrl(address)) return !existsSync(address)
  const db = openDatabase(address)
  try {
    const { rows } = await sql`select 1 from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') limit 1`.execute(db)
    return rows.length === 0
  } finally {
    await db.destroy()
  }
}

/**
 * Creates the database at an address completely or not at all. SQLite builds it in the given folder and renames it;
 * PostgreSQL shows nothing before the transaction ends. `arrange` runs when everything is written and not yet visible.
 */
export async function makeDatabase(
  address: string,
  folder: string,
  fill: (db: Db) => Promise<void>,
  arrange: () => Promise<void>,
): Promise<void> {
  const isOnServer = isPostgresUrl(address)
  const draft = isOnServer ? address : join(folder, 'site.db')
  const db = openDatabase(draft)
  try {
    await inTransaction(db, async (db) => {
      await lockWork(db, 'schema')
      await fill(db)
      if (isOnServer) await arrange()
    })
  } finally {
    await db.destroy()
  }
  if (isOnServer) return
  await arrange()
  await rename(draft, address)
  await syncFolder(dirname(address))
}
