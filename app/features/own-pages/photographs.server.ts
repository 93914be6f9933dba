import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { CheckedFile } from '#features/forms/attachments.server.ts'
import { photograph } from '#features/forms/pieces.ts'
import { newKey, seal, unseal } from '#features/forms/sealed.server.ts'
import { storePicture } from '#features/media/operations.server.ts'
import { removeOwnPicture, setPicture } from '#features/people/pictures.server.ts'
import type { Outcome } from '#outcome.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { notifyPersonOfHelp, type PersonOrHelper } from './helpers/acting.server.ts'
import { asOwnChange } from './own-changes.server.ts'
import { forgetPhotograph, type OwnPhotograph } from './photograph-rows.server.ts'
import { sendRequest } from './requests.server.ts'

/** Another photograph: sealed while the office decides, and on the public page of the person only when it is approved. */

export const ownPhotographQuestion = photograph

/** Asks the office to show a picture. A newer one replaces it while the request is open. */
export async function sendPhotograph(
  db: Db,
  store: FileStore,
  actor: PersonOrHelper,
  { name, mediaType, bytes }: CheckedFile,
  now: Date,
): Promise<Outcome<'too-many' | 'not-allowed'>> {
  const fileKey = newKey()
  const sha256 = await store.put(seal(fileKey, bytes))
  return inTransaction(db, async (db) => {
    const sent = await sendRequest(db, actor, { kind: 'photograph', proposed: {} }, now)
    if (!sent.ok) return sent
    await db
      .insertInto('own_photograph')
      .values({
        ...{ request_id: sent.id, name, media_type: mediaType, bytes: bytes.length, sha256 },
        file_key: fileKey.toString('base64url'),
      })
      .execute()
    return { ok: true }
  })
}

/**
 * Removes the photograph from the public page at once, and from the library unless something else shows it. Nobody has to
 * approve that.
 */
export function removeOwnPhotograph(
  db: Db,
  actor: PersonOrHelper,
  now: Date,
): Promise<Outcome<'too-often' | 'not-found', { isElsewhere: boolean }>> {
  return asOwnChange(db, actor, now, async (db) => {
    const removed = await removeOwnPicture(db, actor, now)
    if (removed.ok) await notifyPersonOfHelp(db, actor, 'removed the photograph from your public page', now)
    return removed
  })
}

/** The picture that waits for the office, for the person who sent it. */
export async function readWaitingPhotograph(db: Db, store: FileStore, personId: string) {
  const row = await openPhotographs(db).where('request.person_id', '=', personId).executeTakeFirst()
  return row && opened(store, row)
}

/** The same for the office, by its request. The reading is recorded. */
export async function readRequestPhotograph(
  db: Db,
  store: FileStore,
  actor: Actor,
  requestId: string,
  now: Date,
) {
  const row = await openPhotographs(db).where('request.id', '=', requestId).executeTakeFirst()
  if (!row) return undefined
  const file = await opened(store, row)
  await inTransaction(db, (db) => record(db, actor, 'person.read', `person:${row.personId}`, {}, now))
  return file
}

/** The work of the job after an approval: the picture goes into the library and onto the page of the person. */
export async function showOwnPhotograph(
  db: Db,
  stores: { files: FileStore; privateFiles: FileStore },
  { requestId }: OwnPhotograph,
  now: Date,
): Promise<void> {
  const row = await photographs(db)
    .where('request.id', '=', requestId)
    .where('request.state', '=', 'approved')
    .executeTakeFirst()
  if (!row) return
  const { bytes } = await opened(stores.privateFiles, row)
  const picture = await storePicture(stores.files, bytes)
  await inTransaction(db, async (db) => {
    await setPicture(db, stores.files, system, row.personId, picture, now)
    await forgetPhotograph(db, requestId)
  })
}

function openPhotographs(db: Db) {
  return photographs(db).where('request.state', '=', 'open').where('person.binned_at', 'is', null)
}

function photographs(db: Db) {
  return db
    .selectFrom('own_photograph as picture')
    .innerJoin('own_request as request', 'request.id', 'picture.request_id')
    .innerJoin('person', 'person.id', 'request.person_id')
    .select(['request.person_id as personId', 'picture.name', 'picture.media_type as mediaType'])
    .select(['picture.sha256', 'picture.file_key as fileKey'])
}

interface SealedPhotograph {
  name: string
  mediaType: string
  sha256: string
  fileKey: string
}

async function opened(store: FileStore, { name, mediaType, sha256, fileKey }: SealedPhotograph) {
  const bytes = unseal(Buffer.from(fileKey, 'base64url'), await store.read(sha256))
  return { name, mediaType, bytes }
}
