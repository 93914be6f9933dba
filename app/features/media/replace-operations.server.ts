import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { differenceOf } from '#features/audit/details.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoing } from '#server/input/shown-hash.ts'
import type { StoredFile } from './intake.server.ts'
import { mayChangeFile } from './usages.server.ts'
import { beginVariants, cropColumns, retireVariants } from './variants.server.ts'
import { type FileRow, holdBytes, lockFile, shownPartsOf, storedColumns } from './file-rows.server.ts'

/** The id of the earlier file that was replaced, and the hash of the file now, for Undo. */
export interface Replaced {
  earlier: string
  shownHash: string
}

/**
 * Replaces the bytes of a file: its id stays, so every page that names it follows. The earlier file is stored for
 * thirty days, so that this can be undone.
 */
export function replaceFile(
  db: Db,
  files: FileStore,
  actor: Actor,
  id: string,
  storedFile: StoredFile,
  now: Date,
): Promise<Outcome<'not-found' | 'for-administrators' | 'other-kind' | 'same-bytes', Replaced>> {
  return inTransaction(db, async (db) => {
    await holdBytes(db, files, storedFile.sha256)
    const before = await lockFile(db, id)
    if (!before) return { ok: false, reason: 'not-found' }
    if (!(await mayChangeFile(db, actor, id))) return { ok: false, reason: 'for-administrators' }
    if (before.media_type !== storedFile.mediaType) return { ok: false, reason: 'other-kind' }
    if (before.sha256 === storedFile.sha256) return { ok: false, reason: 'same-bytes' }

    const earlier = await saveEarlier(db, before, now)
    const shownHash = await setBytes(db, id, storedFile, now)
    const details = {
      changes: differenceOf(
        { name: before.name, bytes: before.bytes },
        { name: storedFile.name, bytes: storedFile.bytes },
      ),
    }
    await record(db, actor, 'file.replaced', `file:${id}`, { name: before.name, ...details }, now)
    return { ok: true, earlier, shownHash }
  })
}

/**
 * Undoes a replacement: the earlier file returns, and the replacement is stored instead. With the hash of the
 * replacement it is refused if someone has changed the file since.
 */
export function putEarlierBack(
  db: Db,
  files: FileStore,
  actor: Actor,
  id: string,
  { earlier: earlierId, shownHash }: { earlier: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict' | 'for-administrators', Replaced>> {
  return inTransaction(db, async (db) => {
    const before = await lockFile(db, id)
    if (before && !isStillShown(shownHash, shownPartsOf(before))) return { ok: false, reason: 'conflict' }
    const earlier = await db
      .selectFrom('earlier_file')
      .selectAll()
      .where('id', '=', earlierId)
      .where('file_id', '=', id)
      .executeTakeFirst()
    if (!before || !earlier) return { ok: false, reason: 'not-found' }
    if (!(await mayChangeFile(db, actor, id))) return { ok: false, reason: 'for-administrators' }
    await holdBytes(db, files, earlier.sha256)
    await db.deleteFrom('earlier_file').where('id', '=', earlierId).execute()
    const replaced = await saveEarlier(db, before, now)
    const madeHash = await setBytes(
      db,
      id,
      {
        ...earlier,
        mediaType: earlier.media_type,
        originalSha256: earlier.original_sha256 ?? undefined,
        width: earlier.width ?? undefined,
        height: earlier.height ?? undefined,
        pages: earlier.pages ?? undefined,
        takenOn: earlier.taken_on ?? undefined,
      },
      now,
    )
    const changes = differenceOf({ name: before.name }, { name: earlier.name })
    await record(db, actor, 'file.replaced', `file:${id}`, { name: before.name, changes, isUndo: true }, now)
    return { ok: true, earlier: replaced, shownHash: madeHash }
  })
}

async function saveEarlier(db: Db, file: FileRow, now: Date): Promise<string> {
  const { sha256, original_sha256, name, media_type, bytes, width, height, pages, taken_on } = file
  const storedFile = { sha256, original_sha256, name, media_type, bytes, width, height, pages, taken_on }
  const id = newId()
  await db
    .insertInto('earlier_file')
    .values({ id, file_id: file.id, replaced_at: now.getTime(), ...storedFile })
    .execute()
  return id
}

/** Details of the old picture's parts do not apply to the new one; its words may. Returns the hash of the file now. */
async function setBytes(db: Db, id: string, storedFile: StoredFile, now: Date): Promise<string> {
  const file = await db
    .updateTable('file')
    .set({
      ...storedColumns(storedFile),
      focus_x: 50,
      focus_y: 50,
      ...cropColumns(undefined),
      cover_id: null,
      sample_at: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await retireVariants(db, id, new Set(), now)
  await beginVariants(db, id, storedFile, now)
  await raiseContentVersion(db, now)
  return shownHashOf(shownPartsOf(file))
}
