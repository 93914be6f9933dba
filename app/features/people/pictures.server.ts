import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { cleanFileName } from '#features/media/file-name.ts'
import { forgetFile } from '#features/media/orphaned-files.server.ts'
import { addFile, removeFile, type StoredPicture } from '#features/media/operations.server.ts'
import { listUsages } from '#features/media/usages.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { findRecord } from './register-queries.server.ts'

/** The photographs of people. Each is a file of the library, where staff describe, replace and remove it. */

/** Sets the picture of a person; an earlier one is removed. Repeating it changes nothing. */
export function setPicture(
  db: Db,
  files: FileStore,
  actor: Actor,
  personId: string,
  { sha256, master }: StoredPicture,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const person = await findRecord(db, personId)
    if (!person) return
    const before = await findPicture(db, personId)
    if (before?.sha256 === sha256) return
    const { bytes, width, height } = master
    const stored = { sha256, originalSha256: undefined, mediaType: 'image/jpeg', pages: undefined }
    const name = cleanFileName(person.name, 'jpg')
    const sides = { bytes: bytes.length, width, height }
    const picture_id = await addFile(db, files, actor, { ...stored, ...sides, name }, now)
    await db.updateTable('person').set({ picture_id }).where('id', '=', personId).execute()
    if (before) await forgetFile(db, before.id, now)
    await raiseContentVersion(db, now)
    await record(db, actor, 'person.pictured', `person:${personId}`, {}, now)
  })
}

/** Deletes the picture of a person; while the file can be restored, so can the picture. */
export function removePicture(db: Db, actor: Actor, personId: string, now: Date) {
  return inTransaction(db, async (db) => {
    const picture = await findPicture(db, personId)
    if (!picture) return { ok: false, reason: 'not-found' } as const
    const outcome = await removeFile(db, actor, picture.id, now, personId)
    return outcome.ok ? { ...outcome, file: picture.id } : outcome
  })
}

/** For the person who is shown: permanently, and the file too, unless something else shows it. */
export function removeOwnPicture(
  db: Db,
  actor: Actor & { kind: 'person' },
  now: Date,
): Promise<Outcome<'not-found', { isElsewhere: boolean }>> {
  return inTransaction(db, async (db) => {
    const picture = await findPicture(db, actor.id)
    if (!picture) return { ok: false, reason: 'not-found' }
    await db.updateTable('person').set({ picture_id: null }).where('id', '=', actor.id).execute()
    const isElsewhere = (await listUsages(db, picture.id)).length > 0
    if (!isElsewhere) await forgetFile(db, picture.id, now, true)
    await raiseContentVersion(db, now)
    await record(db, actor, 'person.picture-removed', `person:${actor.id}`, {}, now)
    return { ok: true, isElsewhere }
  })
}

/** The file that shows a person, unless staff have removed it. */
export function findPicture(db: Db, personId: string) {
  return db
    .selectFrom('person')
    .innerJoin('file', 'file.id', 'person.picture_id')
    .select(['file.id', 'file.sha256'])
    .where('person.id', '=', personId)
    .where('file.removed_at', 'is', null)
    .executeTakeFirst()
}

/** For callers that permanently remove people from the register: their pictures are removed immediately, too. */
export async function forgetPictures(db: Db, personIds: string[], now: Date): Promise<void> {
  for (const id of await listPictureIds(db, personIds)) await forgetFile(db, id, now, true)
}

export async function listPictureIds(db: Db, personIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('picture_id')
    .where('id', 'in', ['', ...personIds])
    .execute()
  return rows.flatMap(({ picture_id }) => picture_id ?? [])
}
