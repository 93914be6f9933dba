import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import type { Crop, MadePicture, RawPicture } from '#server/pictures/picture-task.ts'
import { makeMaster } from '#server/pictures/pictures.server.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import type { FileDescription } from './form.ts'
import type { StoredFile } from './intake.server.ts'
import { listNamedHashes } from './orphaned-files.server.ts'
import { listUsages, mayChangeFile } from './usages.server.ts'
import { cropColumns, cropOf } from './variants.server.ts'
import { type FileRow, holdBytes, insertFile, lockFile, shownPartsOf } from './file-rows.server.ts'
import { derivePictureJob } from './jobs.ts'

type DescribeRefusal = 'not-found' | 'conflict' | 'crop-outside' | 'for-administrators'

interface FileDetails {
  name: string
  sample?: boolean
}

/** A picture's bytes, safe on the disk and not yet named by any row. */
export interface StoredPicture {
  sha256: string
  master: MadePicture
}

export async function storePicture(
  files: FileStore,
  picture: Uint8Array | RawPicture,
): Promise<StoredPicture> {
  const master = await makeMaster(picture)
  return { sha256: await files.put(master.bytes), master }
}

/** Creates the row of a stored picture; a job makes its smaller variants. */
export function recordPicture(
  db: Db,
  { sha256, master }: StoredPicture,
  given: FileDetails,
  now: Date,
): Promise<string> {
  const { width, height, bytes } = master
  const stored = { sha256, mediaType: 'image/jpeg', bytes: bytes.length, width, height }
  return inTransaction(db, (db) => insertFile(db, { ...given, ...stored }, now))
}

/** Stores a file that visitors may download as it is. */
export async function storeDownload(
  db: Db,
  files: FileStore,
  bytes: Uint8Array,
  given: FileDetails & { mediaType: string },
  now: Date,
): Promise<string> {
  const sha256 = await files.put(bytes)
  return insertFile(db, { ...given, sha256, originalSha256: sha256, bytes: bytes.length }, now)
}

/** Creates the row of an uploaded file that was accepted. */
export function addFile(
  db: Db,
  files: FileStore,
  actor: Actor,
  storedFile: StoredFile,
  now: Date,
): Promise<string> {
  return inTransaction(db, async (db) => {
    await holdBytes(db, files, storedFile.sha256)
    const id = await insertFile(db, storedFile, now)
    const { name, mediaType, bytes } = storedFile
    await record(db, actor, 'file.added', `file:${id}`, { name, mediaType, bytes }, now)
    return id
  })
}

/**
 * Describes a file and sets its crop; the job crops it, from the whole picture. Returns how it was described before, and
 * the hash of the file now, which refuses Undo if someone has changed the file since.
 */
export function describeFile(
  db: Db,
  actor: Actor,
  id: string,
  { shownHash, ...description }: FileDescription & Undoing,
  now: Date,
): Promise<Outcome<DescribeRefusal, { before: FileDescription } & Undoable>> {
  return inTransaction(db, async (db) => {
    const file = await lockFile(db, id)
    if (!file) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, shownPartsOf(file))) return { ok: false, reason: 'conflict' }
    const { alt, caption, credit, focusX, focusY, crop } = description
    if (crop && !fitsInto(crop, file)) return { ok: false, reason: 'crop-outside' }

    const values = { alt, caption, credit, focus_x: focusX, focus_y: focusY, ...cropColumns(crop) }
    const changes = differenceOf(
      Object.fromEntries(Object.keys(values).map((name) => [name, file[name as keyof typeof file]])),
      values,
    )
    const before = descriptionOf(file)
    const done = { ok: true as const, before, shownHash: shownHashOf(shownPartsOf({ ...file, ...values })) }
    if (Object.keys(changes).length === 0) return done
    // Pages describe a file in their own words; only the crop and focal point come from here.
    const isSeen = Object.keys(changes).some((name) => /^(focus|crop)_/.test(name))
    if (isSeen && !(await mayChangeFile(db, actor, id))) return { ok: false, reason: 'for-administrators' }
    await db.updateTable('file').set(values).where('id', '=', id).execute()
    if (Object.keys(changes).some((name) => name.startsWith('crop_')))
      await queueJob(db, derivePictureJob, { fileId: id }, now)
    await raiseContentVersion(db, now)
    await record(db, actor, 'file.described', `file:${id}`, { name: file.name, changes }, now)
    return done
  })
}

function descriptionOf(file: FileRow): FileDescription {
  const { alt, caption, credit, focus_x: focusX, focus_y: focusY } = file
  return { alt, caption, credit, focusX, focusY, crop: cropOf(file) }
}

/** Deletes a file, which can be restored for thirty days. Refused while something other than `owner`, a person, shows it. */
export function removeFile(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
  owner?: string,
): Promise<Outcome<'not-found' | 'in-use' | 'for-administrators'>> {
  return inTransaction(db, async (db) => {
    const file = await lockFile(db, id)
    if (!file) return { ok: false, reason: 'not-found' }
    const usages = await listUsages(db, id)
    if (usages.some((usage) => !('personId' in usage && usage.personId === owner)))
      return { ok: false, reason: 'in-use' }
    if (!(await mayChangeFile(db, actor, id))) return { ok: false, reason: 'for-administrators' }
    await db.updateTable('file').set({ removed_at: now.getTime() }).where('id', '=', id).execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'file.removed', `file:${id}`, { name: file.name }, now)
    return { ok: true }
  })
}

export function restoreFile(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found' | 'for-administrators'>> {
  return inTransaction(db, async (db) => {
    const file = await db
      .selectFrom('file')
      .select('name')
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!file) return { ok: false, reason: 'not-found' }
    if (!(await mayChangeFile(db, actor, id))) return { ok: false, reason: 'for-administrators' }
    await db.updateTable('file').set({ removed_at: null }).where('id', '=', id).execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'file.restored', `file:${id}`, { name: file.name }, now)
    return { ok: true }
  })
}

/**
 * Removes the pictures and downloads of the samples; returns how many, and which bytes nothing names any more. Those
 * may be removed from the file store only after the transaction was committed.
 */
export function removeSampleFiles(db: Db, now: Date): Promise<{ count: number; unnamed: string[] }> {
  return inTransaction(db, async (db) => {
    const before = await listSampleHashes(db)
    const removed = await db.deleteFrom('file').where('sample_at', 'is not', null).executeTakeFirst()
    await raiseContentVersion(db, now)
    const stillNamed = await listNamedHashes(db, before)
    const unnamed = before.filter((sha256) => !stillNamed.has(sha256))
    return { count: Number(removed.numDeletedRows), unnamed }
  })
}

async function listSampleHashes(db: Db) {
  const masters = await db.selectFrom('file').select('sha256').where('sample_at', 'is not', null).execute()
  const variants = await db
    .selectFrom('picture_variant')
    .innerJoin('file', 'file.id', 'picture_variant.file_id')
    .select('picture_variant.sha256')
    .where('file.sample_at', 'is not', null)
    .execute()
  return [...new Set([...masters, ...variants].map((row) => row.sha256))]
}

function fitsInto(crop: Crop, { width, height }: { width: number | null; height: number | null }): boolean {
  if (!width || !height) return false
  return crop.left + crop.width <= width && crop.top + crop.height <= height
}
