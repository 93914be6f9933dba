import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeDatabase } from '#db/copy/new-database.server.ts'
import { isPostgresUrl } from '#db/engine/engine.server.ts'
import { migrate } from '#db/engine/migrate.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { AllPersonalData } from '#features/privacy/personal-data.ts'
import { readErasureList, siteOf, type ErasureList } from '#features/erasures/erasure-list.server.ts'
import { BadBackup } from '#features/backups/bad-backup.ts'
import type { BackupStore } from '#features/backups/backup-store.server.ts'
import { eraseAfterRestore } from '#features/backups/erase-after-restore.server.ts'
import { filePart } from '#features/backups/manifest.ts'
import {
  erasureFolders,
  installFiles,
  refuseUnlessEmpty,
  restoringFolder,
  type RestoreTarget,
} from '#features/backups/restore.server.ts'
import { prepareRestoredSite } from '#features/backups/restored-site.server.ts'
import { namedFilesOf } from './copy-files.server.ts'
import { pointFilesPrefix, type RecoveryPoint } from './point.ts'
import { fetchFile, findPoints, rebuildDatabase } from './rebuild.server.ts'

export interface RestoredPoint {
  point: RecoveryPoint
  files: number
  /** Named by rows and not among the stored files, or damaged there. */
  lost: string[]
  erasureList: ErasureList | undefined
  repeated: number
}

/**
 * Restores the site as it was at a moment, from its recovery points, into an empty site: completely or not at all, with
 * the same steps as a backup.
 */
export async function restorePoint(
  target: RestoreTarget,
  { store, key, moment }: { store: BackupStore; key: string; moment: Date },
  personalData: AllPersonalData,
  now: Date,
): Promise<RestoredPoint> {
  if (isPostgresUrl(target.database))
    throw new BadBackup(
      'Recovery points are for the embedded database. Restore without DATABASE_URL, then copy it with npm run move.',
    )
  await refuseUnlessEmpty(target)
  const points = await findPoints(store, moment.getTime())
  const folder = join(target.dataDir, restoringFolder)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const reader = { store, key, folder }
  try {
    const point = await rebuildDatabase(reader, points)
    const restored: RestoredPoint = { point, files: 0, lost: [], erasureList: undefined, repeated: 0 }
    const fill = async (db: Db) => {
      await checkIntegrity(db)
      await migrate(db, now)
      const stored = new Set(await store.list(pointFilesPrefix))
      for (const file of await namedFilesOf(db)) {
        if (await fetchFile(reader, stored, file)) restored.files++
        else restored.lost.push(filePart(file.folder, file.sha256))
      }
      restored.erasureList = await readErasureList(erasureFolders(target), await siteOf(db))
      restored.repeated = await prepareRestoredSite(
        db,
        { madeAt: point.at, pages: point.pages, files: restored.files },
        (db) => eraseAfterRestore(db, personalData, folder, restored.erasureList, now),
        now,
      )
    }
    await makeDatabase(target.database, folder, fill, () => installFiles(folder, target))
    return restored
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkIntegrity(db: Db) {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  const problem = rows.find(({ quick_check }) => quick_check !== 'ok')
  if (problem) throw new BadBackup(`The restored database is damaged: ${problem.quick_check}`)
}
