import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dayMs } from '#office-time.ts'
import { makeDatabase } from '#db/copy/new-database.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { anchorFile, readAnchors } from '#features/audit/anchors.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { verifyChain } from '#features/audit/verify.server.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { BadBackup } from './bad-backup.ts'
import { readBackup } from './backup-store.server.ts'
import { openBackupKey } from './key.server.ts'
import type { BackedUpSite } from './operations.server.ts'
import { checkBackup, eachPart } from './read.server.ts'
import { fillDatabase } from './restore.server.ts'
import { fileTables, filePart, type FileFolder, type BackupManifest } from './manifest.ts'

const week = 7 * dayMs

/**
 * Proves that a backup can be restored by restoring it into a scratch folder: every byte, the rows of every table by
 * count and hash, that every file the rows name is there and unchanged, and the audit trail with its anchors. Files are
 * checked and not stored, so the drill needs space only for the rows.
 */
export async function drillBackup(
  path: string,
  key: string,
  folder: string,
  now: Date,
): Promise<BackupManifest> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const manifest = await checkBackup(path, key)
    const files = await lookAtFiles(path, key, folder)
    const anchors = await readAnchors(anchorFile(folder))
    const drill = async (db: Db) => {
      await fillDatabase(db, path, key, manifest, undefined, now)
      const verdict = await verifyChain(db, anchors)
      if (!verdict.ok)
        throw new BadBackup(`The audit trail is broken at entry ${verdict.seq}: ${verdict.why}`)
      await compareFiles(db, manifest, files)
    }
    await makeDatabase(join(folder, 'drill.db'), folder, drill, async () => undefined)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Which files it holds; the anchors of the trail are written beside the scratch database. */
async function lookAtFiles(path: string, key: string, folder: string): Promise<Set<string>> {
  const files = new Set<string>()
  await eachPart(path, key, async (part, bytes) => {
    if (part.kind === 'file') files.add(filePart(part.folder, part.sha256))
    if (part.kind === 'data-file' && part.name === basename(anchorFile(folder)))
      await pipeline(bytes, createWriteStream(anchorFile(folder), { mode: 0o600 }))
  })
  return files
}

async function compareFiles(db: Db, { lost }: BackupManifest, files: Set<string>) {
  const known = new Set([...files, ...lost])
  for (const folder of Object.keys(fileTables) as FileFolder[])
    for (const table of fileTables[folder]) {
      const rows = await db.selectFrom(table).select('sha256').execute()
      const missing = rows.find(({ sha256 }) => !known.has(filePart(folder, sha256)))
      if (missing) throw new BadBackup(`A file that the table “${table}” names is not in the backup.`)
    }
}

const scratchName = '.drill'

/** Drills the newest backup once a week, and once a day after a drill that failed. */
export async function drillWhenDue(site: BackedUpSite, clock: () => Date): Promise<void> {
  const now = clock()
  const newest = await findNewest(site.db)
  if (!newest || !(await isDrillDue(site.db, now))) return
  const problem = await tryOut(site, newest.path, now)
  await inTransaction(site.db, async (db) => {
    const values = { drilled_at: clock().getTime(), drill_problem: problem ?? null }
    await db.updateTable('backup').set(values).where('id', '=', newest.id).execute()
    const subject = `backup:${newest.id}`
    await record(db, system, problem ? 'backup.drill-failed' : 'backup.drilled', subject, {}, clock())
  })
  log('backup.drilled', { backup: newest.id, ok: problem === undefined })
}

async function tryOut(site: BackedUpSite, path: string, now: Date) {
  try {
    const { key } = openBackupKey(site)
    await readBackup(site, path, (path) => drillBackup(path, key, join(site.dataDir, scratchName), now))
    return undefined
  } catch (error) {
    if (error instanceof BadBackup) return error.message
    logError('backup.drill-failed', error)
    return 'The backup could not be restored in the drill. See the log.'
  }
}

function findNewest(db: Db) {
  return db
    .selectFrom('backup')
    .select(['id', 'path'])
    .where('state', '=', 'done')
    .where('removed_at', 'is', null)
    .orderBy('begun_at', 'desc')
    .executeTakeFirst()
}

export async function isDrillDue(db: Db, now: Date): Promise<boolean> {
  if (!(await findNewest(db))) return false
  const last = await db
    .selectFrom('backup')
    .select(['drilled_at', 'drill_problem'])
    .where('drilled_at', 'is not', null)
    .orderBy('drilled_at', 'desc')
    .executeTakeFirst()
  const wait = last?.drill_problem ? dayMs : week
  return now.getTime() - (last?.drilled_at ?? 0) >= wait
}
