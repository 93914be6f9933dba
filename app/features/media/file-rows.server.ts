import { newId } from '#db/engine/id.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'
import type { StoredFile } from './intake.server.ts'
import { beginVariants, cropOf } from './variants.server.ts'

/** From here to the end of the transaction no scheduled task removes the bytes that are about to be referenced. */
export async function holdBytes(db: Db, files: FileStore, sha256: string) {
  await lockWork(db, 'files')
  if (!(await files.has(sha256))) throw new Error(`The bytes ${sha256} were removed before a row named them.`)
}

export function lockFile(db: Db, id: string) {
  return db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$call(lockRows(db))
    .executeTakeFirst()
}

export type FileRow = NonNullable<Awaited<ReturnType<typeof lockFile>>>

/** What a replacement or a description changes about a file. */
export function shownPartsOf(file: FileRow) {
  const { sha256, alt, caption, credit, focus_x, focus_y } = file
  return { sha256, alt, caption, credit, focus_x, focus_y, crop: cropOf(file) ?? null }
}

type NewFile = Pick<StoredFile, 'sha256' | 'name' | 'mediaType' | 'bytes'> &
  Partial<StoredFile> & { sample?: boolean }

export async function insertFile(db: Db, file: NewFile, now: Date) {
  const id = newId()
  const at = now.getTime()
  await db
    .insertInto('file')
    .values({ id, ...storedColumns(file), sample_at: file.sample ? at : null, created_at: at })
    .execute()
  await beginVariants(db, id, file, now)
  return id
}

export function storedColumns(file: NewFile) {
  return {
    sha256: file.sha256,
    original_sha256: file.originalSha256 ?? null,
    name: file.name,
    media_type: file.mediaType,
    bytes: file.bytes,
    width: file.width ?? null,
    height: file.height ?? null,
    pages: file.pages ?? null,
    taken_on: file.takenOn ?? null,
  }
}
