import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { makePdf } from '#test/hostile/made-files.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import type { FileDescription } from '#features/media/form.ts'
import type { StoredFile } from '#features/media/intake.server.ts'
import { addFile, storePicture } from '#features/media/operations.server.ts'
import { derivePicture } from '#features/media/variants.server.ts'
import { derivePictureJob } from '#features/media/jobs.ts'

export const test = base.extend<{ folder: string; files: FileStore; actor: StaffActor }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'library-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  files: async ({ folder }, use) => use(openFileStore(join(folder, 'files'))),
  actor: async ({ db }, use) => use(actorFor(await makeStaff(db, monday))),
})

const day = 24 * 3_600_000
export const later = (days: number) => new Date(monday.getTime() + days * day)

export const plain: FileDescription = {
  alt: '',
  caption: '',
  credit: '',
  focusX: 50,
  focusY: 50,
  crop: undefined,
}

export async function add(
  db: Db,
  files: FileStore,
  actor: StaffActor,
  width: number,
  height: number,
  name = 'a.jpg',
) {
  return addFile(db, files, actor, { ...(await store(files, width, height)), name }, monday)
}

export async function store(files: FileStore, width: number, height: number): Promise<StoredFile> {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => 128 + 100 * Math.sin(i / 7))
  const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const { sha256, master } = await storePicture(files, bytes)
  const stored = { sha256, originalSha256: undefined, mediaType: 'image/jpeg', bytes: master.bytes.length }
  return { ...stored, name: `${width}.jpg`, width, height, pages: undefined }
}

export async function storePdf(files: FileStore): Promise<StoredFile> {
  const bytes = await makePdf(4)
  const sha256 = await files.put(bytes)
  const sides = { width: undefined, height: undefined }
  const kind = { name: 'Bulletin.pdf', mediaType: 'application/pdf', pages: 4 }
  return { sha256, originalSha256: sha256, bytes: bytes.length, ...kind, ...sides }
}

export function work(db: Db, files: FileStore) {
  const handlers = {
    [derivePictureJob]: ({ fileId }: { fileId: string }) => derivePicture(db, files, fileId, monday),
  }
  return runDueJobs(db, handlers, () => monday)
}
