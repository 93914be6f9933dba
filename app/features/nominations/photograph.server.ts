import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { findConfirmation } from '#features/cases/confirmations.server.ts'
import type { CheckedFile } from '#features/forms/attachments.server.ts'
import { newKey, seal, unseal } from '#features/forms/sealed.server.ts'
import { storePicture } from '#features/media/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { setPicture } from '#features/people/pictures.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { acceptedPhotograph } from './confirmation-forms.ts'

/** The photograph of an elected person: first sealed with the case, then on the person's page once that is agreed. */

export interface ShowPhotograph {
  dossierId: string
}

/** Stores it before the answer is checked, so that an error elsewhere loses nothing. A newer one replaces it. */
export async function savePhotograph(
  db: Db,
  store: FileStore,
  token: string,
  { name, mediaType, bytes }: CheckedFile,
  now: Date,
): Promise<Outcome<'not-found'>> {
  const fileKey = newKey()
  const sha256 = await store.put(seal(fileKey, bytes))
  return inTransaction(db, async (db) => {
    const confirmation = await findConfirmation(db, 'accept', token, now)
    if (!confirmation || confirmation.isOver || confirmation.answeredAt)
      return { ok: false, reason: 'not-found' }
    const { caseId: dossier_id } = confirmation
    await forgetPhotograph(db, dossier_id)
    await db
      .insertInto('attachment')
      .values({
        ...{ id: newId(), dossier_id, question: acceptedPhotograph.name, name, media_type: mediaType },
        ...{ bytes: bytes.length, sha256, file_key: fileKey.toString('base64url') },
        created_at: now.getTime(),
      })
      .execute()
    return { ok: true }
  })
}

export async function forgetPhotograph(db: Db, caseId: string): Promise<void> {
  await db
    .deleteFrom('attachment')
    .where('dossier_id', '=', caseId)
    .where('question', '=', acceptedPhotograph.name)
    .execute()
}

/** The work of the job after an admission: the picture, encoded again, goes into the library and onto the page. */
export async function showPhotograph(
  db: Db,
  stores: { files: FileStore; privateFiles: FileStore },
  { dossierId: caseId }: ShowPhotograph,
  now: Date,
): Promise<void> {
  const storedFile = await db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'attachment.dossier_id')
    .select(['attachment.sha256', 'attachment.file_key', 'dossier.person_id'])
    .where('dossier.id', '=', caseId)
    .where('attachment.question', '=', acceptedPhotograph.name)
    .executeTakeFirst()
  if (!storedFile?.file_key || !storedFile.person_id) return
  const sealed = await stores.privateFiles.read(storedFile.sha256)
  const picture = await storePicture(
    stores.files,
    unseal(Buffer.from(storedFile.file_key, 'base64url'), sealed),
  )
  await setPicture(db, stores.files, system, storedFile.person_id, picture, now)
}
