import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#server/files/folder.server.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { UnfitFile, type MadePicture } from '#server/pictures/picture-task.ts'
import { inPictureWorker } from '#server/pictures/pictures.server.ts'
import { cleanFileName } from './file-name.ts'
import { addFile } from './operations.server.ts'
import type { ScratchStorage } from './uploads.server.ts'

/** How many pages a PDF of the library has and the picture of its first one, made on first request. */
export async function readPdf(
  db: Db,
  storage: ScratchStorage,
  actor: Actor,
  fileId: string,
  now: Date,
): Promise<Outcome<'not-found' | 'unreadable', { pages: number; coverId: string }>> {
  const file = await db
    .selectFrom('file')
    .select(['sha256', 'name', 'pages', 'cover_id'])
    .where('id', '=', fileId)
    .where('media_type', '=', 'application/pdf')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!file) return { ok: false, reason: 'not-found' }
  if (file.pages && file.cover_id && (await isThere(db, file.cover_id)))
    return { ok: true, pages: file.pages, coverId: file.cover_id }

  const drawn = await drawCover(storage, file.sha256)
  if (!drawn?.cover) return { ok: false, reason: 'unreadable' }
  const { pages, cover } = drawn
  const coverId = await addFile(db, storage.files, actor, await store(storage, cover, file.name), now)
  await db.updateTable('file').set({ pages, cover_id: coverId }).where('id', '=', fileId).execute()
  return { ok: true, pages, coverId }
}

async function drawCover({ files, folder }: ScratchStorage, sha256: string) {
  const path = join(folder, `cover-${newId()}`)
  await makeFolder(folder)
  try {
    await pipeline(files.stream(sha256), createWriteStream(path, { flags: 'wx' }))
    return await inPictureWorker({ kind: 'pdf', path, withCover: true })
  } catch (error) {
    if (error instanceof UnfitFile) return undefined
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function store({ files }: ScratchStorage, { bytes, width, height }: MadePicture, pdfName: string) {
  const made = Buffer.from(bytes)
  const name = cleanFileName(`${pdfName.replace(/\.pdf$/i, '')} cover`, 'jpg')
  const sha256 = await files.put(made)
  const storedFile = { sha256, originalSha256: undefined, name, mediaType: 'image/jpeg', bytes: made.length }
  return { ...storedFile, width, height, pages: undefined }
}

async function isThere(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('file').select('id').where('id', '=', id).where('removed_at', 'is', null)
  return (await found.executeTakeFirst()) !== undefined
}
