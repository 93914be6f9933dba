import { raiseContentVersion } from '#db/content-version.server.ts'
import { newId } from '#db/id.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { FileStore } from '#server/files.server.ts'
import { queueJob } from '#server/jobs.server.ts'
import type { MadePicture, RawPicture } from '#server/picture-task.ts'
import { makeMaster, makeVariants } from '#server/pictures.server.ts'

export const derivePictureJob = 'media.derive-picture'

interface Given {
  name: string
  sample?: boolean
}

/** A picture's bytes, safe on the disk and not yet named by any row. */
export interface KeptPicture {
  sha256: string
  master: MadePicture
}

export async function keepPicture(files: FileStore, picture: Uint8Array | RawPicture): Promise<KeptPicture> {
  const master = await makeMaster(picture)
  return { sha256: await files.put(master.bytes), master }
}

/** Names a kept picture; its smaller and lighter variants follow by a job. */
export function recordPicture(
  db: Db,
  { sha256, master }: KeptPicture,
  given: Given,
  now: Date,
): Promise<string> {
  return inTransaction(db, async (db) => {
    const { width, height, bytes } = master
    const stored = { sha256, media_type: 'image/jpeg', bytes: bytes.length, width, height }
    const id = await insertFile(db, given, stored, now)
    await insertVariant(db, id, sha256, master)
    await queueJob(db, derivePictureJob, { fileId: id }, now)
    return id
  })
}

/** Keeps a file that visitors may download as it is. */
export async function storeDownload(
  db: Db,
  files: FileStore,
  bytes: Uint8Array,
  given: Given & { mediaType: string },
  now: Date,
): Promise<string> {
  const sha256 = await files.put(bytes)
  const stored = { sha256, media_type: given.mediaType, bytes: bytes.length, width: null, height: null }
  return insertFile(db, given, stored, now)
}

export async function derivePicture(db: Db, files: FileStore, fileId: string, now: Date): Promise<void> {
  const file = await db
    .selectFrom('file')
    .select(['sha256', 'width', 'height'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file?.width || !file.height) return
  const size = { width: file.width, height: file.height }
  const made: { sha256: string; picture: MadePicture }[] = []
  for await (const picture of makeVariants(await files.read(file.sha256), size))
    made.push({ sha256: await files.put(picture.bytes), picture })

  await inTransaction(db, async (db) => {
    for (const { sha256, picture } of made) await insertVariant(db, fileId, sha256, picture)
    await raiseContentVersion(db, now)
  })
}

/**
 * Takes the pictures and downloads of the samples away; tells how many, and which bytes nothing names any more.
 * Those may be removed from the file store once the transaction has ended well, and not before.
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

async function listNamedHashes(db: Db, among: string[]) {
  if (among.length === 0) return new Set<string>()
  const masters = await db.selectFrom('file').select('sha256').where('sha256', 'in', among).execute()
  const variants = await db
    .selectFrom('picture_variant')
    .select('sha256')
    .where('sha256', 'in', among)
    .execute()
  return new Set([...masters, ...variants].map((row) => row.sha256))
}

async function insertFile(
  db: Db,
  given: Given,
  stored: { sha256: string; media_type: string; bytes: number; width: number | null; height: number | null },
  now: Date,
) {
  const id = newId()
  const at = now.getTime()
  await db
    .insertInto('file')
    .values({ id, name: given.name, ...stored, sample_at: given.sample ? at : null, created_at: at })
    .execute()
  return id
}

async function insertVariant(db: Db, fileId: string, sha256: string, made: MadePicture) {
  const { format, width, height, bytes } = made
  await db
    .insertInto('picture_variant')
    .values({ file_id: fileId, format, width, height, sha256, bytes: bytes.length })
    // A job that was killed half way is run again.
    .onConflict((conflict) => conflict.columns(['file_id', 'format', 'width']).doNothing())
    .execute()
}
