import { dirname } from 'node:path'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { writeErasureList } from '#features/erasures/erasure-list.server.ts'
import { logError } from '#server/observe/log.server.ts'
import { BadBackup } from './bad-backup.ts'
import { isInObjectStore, putBackup, removeBackup, type BackupLocation } from './backup-store.server.ts'
import { openBackupKey } from './key.server.ts'
import { countRows, type BackupManifest } from './manifest.ts'
import { writeBackup, type BackupProgress, type BackupSource } from './write.server.ts'

export interface BackedUpSite extends BackupSource, BackupLocation {
  db: Db
  backupKey: string | undefined
}

const leaseMs = 5 * 60_000
const renewEveryMs = 60_000
const reportEveryMs = 5000
/** Counted while it is under way, and final once it is complete. */
const nothingYet = { row_count: null, file_count: null }

export interface BackupRequest {
  path: string
  /** The scheduled time; one backup is made for it. */
  slot?: number
  /** Of a backup that whoever is asked for it again has begun, and did not finish. */
  id?: string
}

export type BackupOutcome = Outcome<
  'already-made' | 'failed',
  { id: string; manifest: BackupManifest; bytes: number }
>

/**
 * Makes a backup and records its outcome for staff; only one for each scheduled time. The signal interrupts it, and
 * whoever asks for the same backup again starts it anew.
 */
export async function makeBackup(
  site: BackedUpSite,
  wanted: BackupRequest,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<BackupOutcome> {
  const id = await begin(site.db, wanted, clock())
  if (id === undefined) return { ok: false, reason: 'already-made' }
  // Sending a large backup to an object store reports nothing for a long time.
  const renewing = setInterval(() => void stayBusy(site.db, id, clock()), renewEveryMs)
  try {
    const { key } = openBackupKey(site)
    await writeErasureList(site.db, [site.dataDir, folderOfList(site, wanted.path)], clock())
    const report = progressReporter(site.db, id, clock, signal)
    const made = await write(site, wanted.path, key, report, clock)
    await end(site.db, id, made, clock())
    return { ok: true, id, ...made }
  } catch (error) {
    if (signal?.aborted) throw error
    logError('backup.failed', error, { backup: id })
    const problem = error instanceof BadBackup ? error.message : shortly(error)
    await fail(site.db, id, problem, clock())
    return { ok: false, reason: 'failed' }
  } finally {
    clearInterval(renewing)
  }
}

async function stayBusy(db: Db, id: string, now: Date): Promise<void> {
  try {
    const busy_until = now.getTime() + leaseMs
    await db
      .updateTable('backup')
      .set({ busy_until })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
  } catch (error) {
    logError('backup.not-renewed', error, { backup: id })
  }
}

/** Who takes a backup elsewhere finds the list of erasures beside it. */
function folderOfList({ backupDir }: BackedUpSite, path: string): string {
  return isInObjectStore(path) ? backupDir : dirname(path)
}

async function write(
  site: BackedUpSite,
  path: string,
  key: string,
  report: (progress: BackupProgress) => Promise<void>,
  clock: () => Date,
) {
  let made: Awaited<ReturnType<typeof writeBackup>> | undefined
  await putBackup(site, path, async (path) => {
    made = await writeBackup(site, path, key, clock(), report)
    return made.bytes
  })
  if (!made) throw new Error(`The backup ${path} was not written.`)
  return made
}

async function begin(db: Db, wanted: BackupRequest, now: Date): Promise<string | undefined> {
  const { path, slot, id = newId() } = wanted
  const at = now.getTime()
  const earlier = wanted.id === undefined ? undefined : await beginAgain(db, wanted.id, slot, at)
  if (earlier) return earlier.isDone ? undefined : id
  const row = await db
    .insertInto('backup')
    .values({
      id,
      ...{ path, state: 'running', slot: slot ?? null, made_by: slot === undefined ? 'command' : 'schedule' },
      begun_at: at,
      busy_until: at + leaseMs,
    })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The process that began it before has ended. */
async function beginAgain(db: Db, id: string, slot: number | undefined, at: number) {
  const rows = db.selectFrom('backup').select('state').where('id', '=', id)
  const earlier = await rows.executeTakeFirst()
  if (!earlier || earlier.state === 'done') return earlier && { isDone: true }
  await db
    .updateTable('backup')
    .set({ state: 'running', slot: slot ?? null, problem: null, ended_at: null, ...nothingYet })
    .set({ begun_at: at, busy_until: at + leaseMs })
    .where('id', '=', id)
    .execute()
  return { isDone: false }
}

function progressReporter(db: Db, id: string, clock: () => Date, signal: AbortSignal | undefined) {
  let reportedAt = clock().getTime()
  return async ({ rows, files }: BackupProgress) => {
    signal?.throwIfAborted()
    const at = clock().getTime()
    if (at - reportedAt < reportEveryMs) return
    reportedAt = at
    await db
      .updateTable('backup')
      .set({ busy_until: at + leaseMs, row_count: rows, file_count: files })
      .where('id', '=', id)
      .execute()
  }
}

function end(
  db: Db,
  id: string,
  { manifest, bytes }: { manifest: BackupManifest; bytes: number },
  now: Date,
) {
  const { files, privateFiles, lost } = manifest
  const counts = { rows: countRows(manifest), files: files + privateFiles, lost: lost.length }
  const missing = counts.lost === 1 ? 'One file is' : `${counts.lost} files are`
  return inTransaction(db, async (db) => {
    await db
      .updateTable('backup')
      .set({
        ...{ state: 'done', bytes, row_count: counts.rows, file_count: counts.files, busy_until: null },
        problem:
          counts.lost === 0
            ? null
            : `${missing} missing or damaged in the file store and could not be backed up.`,
        ended_at: now.getTime(),
      })
      .where('id', '=', id)
      .execute()
    await record(db, system, 'backup.made', `backup:${id}`, { bytes, ...counts }, now)
  })
}

/** The scheduled time is released for another try. */
async function fail(db: Db, id: string, problem: string, now: Date) {
  await db
    .updateTable('backup')
    .set({ state: 'failed', slot: null, problem, busy_until: null, ended_at: now.getTime(), ...nothingYet })
    .where('id', '=', id)
    .execute()
}

function shortly(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 300)
}

/** Marks backups whose process has ended as failed. */
export async function endLostBackups(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('backup')
    .set({
      state: 'failed',
      slot: null,
      problem: 'The site was stopped in the meantime.',
      ended_at: now.getTime(),
      ...nothingYet,
    })
    .where('state', '=', 'running')
    .where('busy_until', '<', now.getTime())
    .execute()
}

/** Removes the oldest scheduled files, so that as many remain as the settings say. */
export async function removeOldBackups(
  { db, ...location }: BackedUpSite,
  count: number,
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('backup')
    .select(['id', 'path'])
    .where('state', '=', 'done')
    .where('made_by', '=', 'schedule')
    .where('removed_at', 'is', null)
    .orderBy('begun_at', 'desc')
    .execute()
  for (const { id, path } of rows.slice(count)) {
    await removeBackup(location, path)
    await db.updateTable('backup').set({ removed_at: now.getTime() }).where('id', '=', id).execute()
  }
}
