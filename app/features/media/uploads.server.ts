import { dayMs } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import type { ChunkStore } from '#server/files/chunks.server.ts'
import { maxDocumentBytes } from './file-kinds.ts'
import { hashOf, takeIn, type Intake } from './intake.server.ts'
import { addFile } from './operations.server.ts'
import { replaceFile, type Replaced } from './replace-operations.server.ts'
import { mayChangeFile } from './usages.server.ts'
import { findKnownFile } from './queries.server.ts'
import type { FileRefusal } from './refusals.ts'

/**
 * Files being uploaded, in chunks. A row says how much is there; an interrupted upload continues where it stopped. The
 * bytes are stored under the id of the row until the file is complete.
 */

export interface UploadStorage extends ScratchStorage {
  /** Where bytes wait. */
  chunks: ChunkStore
}

export interface ScratchStorage extends Intake {
  /** For temporary files. */
  folder: string
}

const maxOpen = 60
const leaseMs = 120_000

export async function beginUpload(
  db: Db,
  actor: Actor,
  given: { name: string; bytes: number; replaces?: string | undefined },
  now: Date,
  maxBytes = maxDocumentBytes,
): Promise<
  Outcome<
    'not-allowed' | 'empty' | 'too-large' | 'too-many' | 'not-found' | 'for-administrators',
    { id: string }
  >
> {
  if (actor.kind !== 'staff') return { ok: false, reason: 'not-allowed' }
  if (given.bytes === 0) return { ok: false, reason: 'empty' }
  if (given.bytes > maxBytes) return { ok: false, reason: 'too-large' }
  return inTransaction(db, async (db) => {
    if ((await countOpen(db, actor.id)) >= maxOpen) return { ok: false, reason: 'too-many' }
    if (given.replaces && !(await hasFile(db, given.replaces))) return { ok: false, reason: 'not-found' }
    if (given.replaces && !(await mayChangeFile(db, actor, given.replaces)))
      return { ok: false, reason: 'for-administrators' }
    const id = newId()
    const at = now.getTime()
    const { name, bytes, replaces = null } = given
    await db
      .insertInto('upload')
      .values({
        id,
        user_id: actor.id,
        name: name.replaceAll('\0', '').slice(0, 500),
        bytes,
        replaces,
        received: 0,
        created_at: at,
        updated_at: at,
      })
      .execute()
    return { ok: true, id }
  })
}

/** How much of a file is there; only its sender may ask. */
export function findUpload(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', actor.kind === 'staff' ? actor.id : '')
    .executeTakeFirst()
}

/** Accepts the next chunk. What arrived before the connection broke is stored. */
export async function receiveChunk(
  db: Db,
  { chunks }: Pick<UploadStorage, 'chunks'>,
  actor: Actor,
  { id, offset }: { id: string; offset: number },
  body: AsyncIterable<Uint8Array>,
  now: Date,
): Promise<Outcome<'not-found' | 'elsewhere' | 'too-large', { received: number }>> {
  const upload = await findUpload(db, actor, id)
  if (!upload) return { ok: false, reason: 'not-found' }
  if (!(await leaseUpload(db, id, offset, now))) return { ok: false, reason: 'elsewhere' }

  let got = { bytes: 0, isTooLarge: false }
  try {
    got = await chunks.write(id, offset, upload.bytes - offset, body)
  } finally {
    const isWritten = !got.isTooLarge
    await db
      .updateTable('upload')
      .set({
        busy_until: null,
        updated_at: now.getTime(),
        ...(isWritten && { received: offset + got.bytes }),
      })
      .where('id', '=', id)
      .execute()
  }
  if (got.isTooLarge) return { ok: false, reason: 'too-large' }
  return { ok: true, received: offset + got.bytes }
}

/** One sender at a time, at the current end of the file: crossing chunks would corrupt it. */
async function leaseUpload(db: Db, id: string, offset: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ busy_until: now.getTime() + leaseMs })
    .where('id', '=', id)
    .where('received', '=', offset)
    .where('file_id', 'is', null)
    .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', now.getTime())]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Finished = Outcome<
  FileRefusal | 'not-found' | 'not-whole' | 'for-administrators',
  {
    id: string
    /** The same bytes were there already, so nothing was added. */
    isKnown: boolean
    /** What Undo of a replacement sends. */
    undo?: Replaced
  }
>

/**
 * Makes a file of a complete upload. A repeated call returns the same answer. A refused file is removed from the disk;
 * a duplicate waits, in case it is to be added anyway.
 */
export async function finishUpload(
  db: Db,
  storage: UploadStorage,
  actor: Actor,
  { id, evenIfKnown }: { id: string; evenIfKnown: boolean },
  now: Date,
): Promise<Finished> {
  const upload = await findUpload(db, actor, id)
  if (!upload) return { ok: false, reason: 'not-found' }
  if (upload.file_id) return { ok: true, id: upload.file_id, isKnown: false }
  if (upload.received !== upload.bytes || !(await leaseUpload(db, id, upload.bytes, now)))
    return { ok: false, reason: 'not-whole' }

  const given = {
    path: await storage.chunks.gather(id, upload.bytes),
    bytes: upload.bytes,
    name: upload.name,
  }
  const target = { evenIfKnown, replaces: upload.replaces ?? undefined }
  const finished = await acceptFile(db, storage, actor, given, target, now)
  if (finished.ok && finished.isKnown) {
    await db.updateTable('upload').set({ busy_until: null }).where('id', '=', id).execute()
    return finished
  }
  if (finished.ok) await db.updateTable('upload').set({ file_id: finished.id }).where('id', '=', id).execute()
  else await db.deleteFrom('upload').where('id', '=', id).execute()
  await storage.chunks.remove(id)
  return finished
}

/** From a file on this machine to one in the library, or replacing another. */
export async function acceptFile(
  db: Db,
  storage: ScratchStorage,
  actor: Actor,
  given: { path: string; bytes: number; name: string },
  { evenIfKnown, replaces }: { evenIfKnown: boolean; replaces?: string | undefined },
  now: Date,
): Promise<Finished> {
  if (!evenIfKnown && !replaces && given.bytes > 0) {
    const known = await findKnownFile(db, await hashOf(given.path))
    if (known) return { ok: true, id: known, isKnown: true }
  }
  const taken = await takeIn(storage, given)
  if (!taken.ok) {
    if (taken.reason === 'infected') await noteInfected(db, actor, given.name, now)
    return taken
  }
  if (!replaces)
    return { ok: true, id: await addFile(db, storage.files, actor, taken.storedFile, now), isKnown: false }
  const replaced = await replaceFile(db, storage.files, actor, replaces, taken.storedFile, now)
  if (!replaced.ok) return replaced
  const { earlier, shownHash } = replaced
  return { ok: true, id: replaces, isKnown: false, undo: { earlier, shownHash } }
}

function noteInfected(db: Db, actor: Actor, name: string, now: Date) {
  return inTransaction(db, (db) => record(db, actor, 'file.infected', 'file', { name }, now))
}

export async function cancelUpload(
  db: Db,
  { chunks }: Pick<UploadStorage, 'chunks'>,
  actor: Actor,
  id: string,
) {
  const upload = await findUpload(db, actor, id)
  if (!upload) return
  await db.deleteFrom('upload').where('id', '=', id).execute()
  await chunks.remove(id)
}

/** Removes uploads abandoned for a day, and bytes without a row. */
export async function clearUploads(db: Db, chunks: ChunkStore, now: Date): Promise<void> {
  const before = now.getTime() - dayMs
  await db.deleteFrom('upload').where('updated_at', '<', before).execute()
  const rows = await db.selectFrom('upload').select('id').where('file_id', 'is', null).execute()
  const open = new Set(rows.map(({ id }) => id))
  await chunks.clear((id) => open.has(id), before)
}

async function countOpen(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function hasFile(db: Db, id: string): Promise<boolean> {
  const files = db.selectFrom('file').select('id').where('id', '=', id).where('removed_at', 'is', null)
  return (await files.executeTakeFirst()) !== undefined
}
