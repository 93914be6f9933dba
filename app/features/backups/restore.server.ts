import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { emptyTables, insertRows, withoutReferences, type RawRow } from '#db/copy/all-rows.server.ts'
import { isNewDatabase, makeDatabase } from '#db/copy/new-database.server.ts'
import { syncFolder } from '#db/engine/sync-folder.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { openStores, type StoreLocation } from '#server/files/stores.server.ts'
import type { AllPersonalData } from '#features/privacy/personal-data.ts'
import { readErasureList, siteOf, type ErasureList } from '#features/erasures/erasure-list.server.ts'
import { BadBackup } from './bad-backup.ts'
import { eraseAfterRestore } from './erase-after-restore.server.ts'
import { countRows, dataFiles, type BackupManifest, type BackupPart } from './manifest.ts'
import { checkBackup, eachPart } from './read.server.ts'
import { prepareRestoredSite } from './restored-site.server.ts'
import { compareTables, makeTables } from './tables.server.ts'

export type RestoreTarget = StoreLocation & {
  database: string
  backupDir?: string
  /** Where the list of erasures from the object store of the backups is. */
  fetchedDir?: string
}

export interface RestoreResult {
  manifest: BackupManifest
  /** The list of erasures, if there was one, and how many of them this backup still held. */
  erasureList: ErasureList | undefined
  repeated: number
}

const rowsAtOnce = 500
/** In the new DATA_DIR, until everything is there. */
export const restoringFolder = '.restoring'

/**
 * Restores a backup into an empty site completely or not at all. Everything is verified before the first byte is
 * written, and stays in its own folder until all of it is there. What was erased since the backup was made, according
 * to the lists beside the data and beside the backups, is erased again before anything is visible.
 */
export async function restoreBackup(
  target: RestoreTarget,
  path: string,
  key: string,
  personalData: AllPersonalData,
  now: Date,
): Promise<RestoreResult> {
  await refuseUnlessEmpty(target)
  const manifest = await checkBackup(path, key)
  const folders = [...erasureFolders(target), dirname(path)]
  let erasureList: ErasureList | undefined
  let repeated = 0
  const folder = join(target.dataDir, restoringFolder)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const fill = async (db: Db) => {
      await fillDatabase(db, path, key, manifest, folder, now)
      erasureList = await readErasureList(folders, await siteOf(db))
      const { madeAt, files, privateFiles } = manifest
      repeated = await prepareRestoredSite(
        db,
        { madeAt, rows: countRows(manifest), files: files + privateFiles },
        (db) => eraseAfterRestore(db, personalData, folder, erasureList, now),
        now,
      )
    }
    await makeDatabase(target.database, folder, fill, () => installFiles(folder, target))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { manifest, erasureList, repeated }
}

/** Where lists of erasures may be. */
export function erasureFolders({ dataDir, backupDir = dataDir, fetchedDir = dataDir }: RestoreTarget) {
  return [dataDir, backupDir, fetchedDir]
}

/** What would be in the way, even if only a key: existing files are never overwritten. */
export async function refuseUnlessEmpty({ database, dataDir }: RestoreTarget) {
  if (!(await isNewDatabase(database)))
    throw new BadBackup(
      'There is already a database here. You can restore a backup only into an empty database.',
    )
  const names = await readdir(dataDir).catch(() => [])
  const there = names.filter((name) => namesOfRestore.has(name))
  if (there.length > 0)
    throw new BadBackup(
      `DATA_DIR is not empty: ${dataDir} contains ${there.join(', ')}. You can restore a backup only into an empty folder.`,
    )
}

const namesOfRestore = new Set<string>([...dataFiles, 'files', 'private'])

/** Creates the tables as they were, inserts the rows and files, and compares everything with the manifest. */
export async function fillDatabase(
  db: Db,
  path: string,
  key: string,
  manifest: BackupManifest,
  folder: string | undefined,
  now: Date,
): Promise<void> {
  const shapes = await makeTables(db, manifest.steps, now)
  await withoutReferences(db, async () => {
    await emptyTables(db, shapes)
    await eachPart(path, key, async (part, bytes) => {
      if (part.kind === 'rows') await writeRows(db, part.table, manifest, bytes)
      else if (folder !== undefined) await unpack(part, manifest, folder, bytes)
    })
  })
  await compareTables(db, shapes, (table) => manifest.tables[table]?.sha256)
}

async function writeRows(db: Db, table: string, manifest: BackupManifest, bytes: AsyncIterable<Buffer>) {
  const columns = manifest.tables[table]?.columns ?? []
  let rows: RawRow[] = []
  for await (const line of linesIn(bytes)) {
    rows.push(JSON.parse(line) as RawRow)
    if (rows.length < rowsAtOnce) continue
    await insertRows(db, table, columns, rows)
    rows = []
  }
  await insertRows(db, table, columns, rows)
}

async function* linesIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk])
    const end = rest.lastIndexOf(10)
    if (end < 0) continue
    yield* rest.subarray(0, end).toString().split('\n')
    rest = rest.subarray(end + 1)
  }
}

async function unpack(
  part: Exclude<BackupPart, { kind: 'rows' }>,
  manifest: BackupManifest,
  folder: string,
  bytes: AsyncIterable<Buffer>,
) {
  const name = part.kind === 'data-file' ? part.name : join(part.folder, part.sha256.slice(0, 2), part.sha256)
  if (part.kind === 'file' && manifest.lost.includes(`${part.folder}/${part.sha256}`)) return
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }))
}

/** The files first and the keys last, so that what an interruption leaves behind is clearly not a site. */
export async function installFiles(folder: string, target: RestoreTarget) {
  const { files, privateFiles } = openStores(target)
  await syncNames(folder)
  if (target.objects) {
    await sendFiles(join(folder, 'files'), files)
    await sendFiles(join(folder, 'private'), privateFiles)
  }
  for (const name of [...(target.objects ? [] : ['files', 'private']), ...dataFiles])
    await rename(join(folder, name), join(target.dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  await syncFolder(target.dataDir)
}

/** Before the rows that refer to them are visible: a power cut must not remove the files again. */
async function syncNames(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name))
  await syncFolder(folder)
}

async function sendFiles(folder: string, store: FileStore) {
  for await (const { name } of openFileStore(folder).list())
    await store.putFile(join(folder, name.slice(0, 2), name), name)
}
