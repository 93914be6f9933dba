import { createHash } from 'node:crypto'
import {
  emptyTables,
  insertRows,
  listSteps,
  listTableShapes,
  withoutReferences,
  type RawRow,
} from '#db/copy/all-rows.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import { isNewDatabase, makeDatabase } from '#db/copy/new-database.server.ts'
import { inSnapshot } from '#db/copy/snapshot.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { rebuildSearch } from '#features/search/rebuild.server.ts'
import { BadBackup } from './bad-backup.ts'
import { compareTables, makeTables } from './tables.server.ts'
import { linesOf } from './write.server.ts'

export interface MovedSite {
  tables: number
  rows: number
  /** The end of the copied audit trail. */
  lastEntry: number
}

/**
 * Copies all rows, as they are at one moment, from one database into a new one on either engine, and compares each
 * table by its hash before anything becomes visible. The files stay where they are.
 */
export async function moveDatabase(from: string, to: string, folder: string, now: Date): Promise<MovedSite> {
  if (!(await isNewDatabase(to)))
    throw new BadBackup('The new database is not empty. You can move a site only into an empty database.')
  const moved: MovedSite = { tables: 0, rows: 0, lastEntry: 0 }
  await inSnapshot(from, (source) =>
    makeDatabase(
      to,
      folder,
      async (db) => {
        await copyRows(source, db, moved, now)
        await migrate(db, now)
        await rebuildSearch(db)
      },
      async () => undefined,
    ),
  )
  return moved
}

async function copyRows(source: Db, db: Db, moved: MovedSite, now: Date) {
  const shapes = await makeTables(db, await listSteps(source), now)
  const hashes = new Map<string, string>()
  await withoutReferences(db, async () => {
    await emptyTables(db, shapes)
    for (const shape of await listTableShapes(source)) {
      const hash = createHash('sha256')
      for await (const { rows, text } of linesOf(source, shape)) {
        hash.update(text)
        await insertRows(db, shape.name, shape.columns, rows as RawRow[])
        moved.rows += rows.length
      }
      hashes.set(shape.name, hash.digest('hex'))
      moved.tables++
    }
  })
  await compareTables(db, shapes, (table) => hashes.get(table))
  moved.lastEntry = await readLastEntry(db)
}

/** Shows whether the old database has changed since. */
export async function readLastEntry(db: Db): Promise<number> {
  const { seq } = await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
  return seq
}
