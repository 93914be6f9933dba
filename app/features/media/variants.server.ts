import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import type { Crop, MadePicture } from '#server/pictures/picture-task.ts'
import { makeVariants } from '#server/pictures/pictures.server.ts'
import { leaveBytes } from './orphaned-files.server.ts'
import { derivePictureJob } from './jobs.ts'

/** A picture in the widths and formats that pages need, cropped by staff. */

interface Master {
  sha256: string
  bytes: number
  width?: number | undefined
  height?: number | undefined
}

/** The master is shown immediately; a job makes smaller variants. */
export async function beginVariants(db: Db, id: string, file: Master, now: Date) {
  const { sha256, width, height, bytes } = file
  if (!width || !height) return
  await insertVariant(db, id, sha256, { format: 'jpeg', width, height, length: bytes })
  await queueJob(db, derivePictureJob, { fileId: id }, now)
}

export async function derivePicture(db: Db, files: FileStore, fileId: string, now: Date): Promise<void> {
  const file = await findMaster(db, fileId)
  if (!file?.width || !file.height) return
  const crop = cropOf(file)
  const size = { width: file.width, height: file.height }
  const made: { sha256: string; picture: MadePicture }[] = []
  for await (const picture of makeVariants(await files.read(file.sha256), size, crop))
    made.push({ sha256: await files.put(picture.bytes), picture })

  await inTransaction(db, async (db) => {
    await lockWork(db, 'files')
    const current = await findMaster(db, fileId)
    // Replaced or cropped again in the meantime: then another job handles that.
    if (JSON.stringify(current) !== JSON.stringify(file)) return
    const fresh = new Set(made.map(({ sha256 }) => sha256))
    if (!crop) fresh.add(file.sha256)
    await retireVariants(db, fileId, fresh, now)
    for (const { sha256, picture } of made) await insertVariant(db, fileId, sha256, picture)
    if (!crop) await insertVariant(db, fileId, file.sha256, { format: 'jpeg', ...size, length: file.bytes })
    await raiseContentVersion(db, now)
  })
}

/** Their bytes stay for a while, for pages that are still open. */
export async function retireVariants(db: Db, fileId: string, but: Set<string>, now: Date) {
  const variants = await db
    .selectFrom('picture_variant')
    .select(['sha256', 'format', 'width', 'bytes'])
    .where('file_id', '=', fileId)
    .execute()
  for (const { width, ...variant } of variants.filter(({ sha256 }) => !but.has(sha256))) {
    await leaveBytes(db, variant, now)
    await db
      .deleteFrom('picture_variant')
      .where('file_id', '=', fileId)
      .where('format', '=', variant.format)
      .where('width', '=', width)
      .execute()
  }
}

type Sized = Pick<MadePicture, 'format' | 'width' | 'height'> & ({ bytes: Buffer } | { length: number })

async function insertVariant(db: Db, fileId: string, sha256: string, made: Sized) {
  const { format, width, height } = made
  const bytes = 'bytes' in made ? made.bytes.length : made.length
  await db
    .insertInto('picture_variant')
    .values({ file_id: fileId, format, width, height, sha256, bytes })
    // A job that was killed half way runs again.
    .onConflict((conflict) => conflict.columns(['file_id', 'format', 'width']).doNothing())
    .execute()
}

function findMaster(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(['sha256', 'bytes', 'width', 'height', 'crop_left', 'crop_top', 'crop_width', 'crop_height'])
    .where('id', '=', id)
    .executeTakeFirst()
}

interface CropColumns {
  crop_left: number | null
  crop_top: number | null
  crop_width: number | null
  crop_height: number | null
}

export function cropColumns(crop: Crop | undefined): CropColumns {
  return {
    crop_left: crop?.left ?? null,
    crop_top: crop?.top ?? null,
    crop_width: crop?.width ?? null,
    crop_height: crop?.height ?? null,
  }
}

export function cropOf(file: CropColumns): Crop | undefined {
  const { crop_left: left, crop_top: top, crop_width: width, crop_height: height } = file
  if (left === null || top === null || width === null || height === null) return undefined
  return { left, top, width, height }
}
