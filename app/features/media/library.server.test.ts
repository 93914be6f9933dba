import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, publishEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { openFileStore, type FileStore } from '#server/files/files.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { prose } from '#starter/prose.ts'
import { makePdf } from '#test/hostile/hostile-files.ts'
import { monday, test as base } from '#test/harness/db.ts'
import { actorFor, listActions, makeStaff } from '#test/makers/staff.ts'
import { readPdf } from './covers.server.ts'
import type { FileDescription } from './form.ts'
import { describeForm } from './form.ts'
import type { StoredFile } from './intake.server.ts'
import { clearFiles } from './orphaned-files.server.ts'
import { findLibraryFile, listLibrary } from './library.server.ts'
import {
  addFile,
  describeFile,
  storePicture,
  putEarlierBack,
  removeFile,
  replaceFile,
  restoreFile,
} from './operations.server.ts'
import { listUsages } from './usages.server.ts'
import { findPictureFile, findPictures } from './queries.server.ts'
import { beginUpload } from './uploads.server.ts'
import { derivePicture, derivePictureJob } from './variants.server.ts'

type Actor = ReturnType<typeof actorFor>

const test = base.extend<{ folder: string; files: FileStore; actor: Actor }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'library-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  files: async ({ folder }, use) => use(openFileStore(join(folder, 'files'))),
  actor: async ({ db }, use) => use(actorFor(await makeStaff(db, monday))),
})

const day = 24 * 3_600_000
const later = (days: number) => new Date(monday.getTime() + days * day)
const plain: FileDescription = { alt: '', caption: '', credit: '', focusX: 50, focusY: 50, crop: undefined }

test('a picture is cropped in all its variants, without loss, and whole again when that is undone', async ({
  db,
  files,
  actor,
}) => {
  const id = await add(db, files, actor, 700, 350)
  await work(db, files)
  const whole = (await findPictures(db, [id]))[id]
  const crop = { left: 100, top: 50, width: 500, height: 200 }
  const version = await readContentVersion(db)

  expect(await describeFile(db, actor, id, { ...plain, crop }, monday)).toEqual({ ok: true })
  expect((await findPictures(db, [id]))[id], 'until its job has run').toEqual(whole)
  await work(db, files)
  const cut = (await findPictures(db, [id]))[id]!
  expect(cut).toMatchObject({ width: 500, height: 200 })
  expect(cut.jpeg.map(({ width }) => width)).toEqual([480, 500])
  expect(await readContentVersion(db)).toBe(version + 2)
  const old = /\/(\w+)\.jpg$/.exec(whole!.jpeg[0]!.src)?.[1] ?? ''
  expect(await findPictureFile(db, old, 'jpeg'), 'for pages that are still open').toBeDefined()

  await describeFile(db, actor, id, plain, monday)
  await work(db, files)
  expect((await findPictures(db, [id]))[id]).toEqual(whole)
})

test('the focal point is relative to the visible part', async ({ db, files, actor }) => {
  const id = await add(db, files, actor, 200, 100)
  const focus = async () => (await findPictures(db, [id]))[id]?.focus
  expect(await focus()).toBeUndefined()
  await describeFile(db, actor, id, { ...plain, focusX: 30, focusY: 80 }, monday)
  expect(await focus()).toEqual({ x: 30, y: 80 })

  const crop = { left: 40, top: 0, width: 100, height: 50 }
  await describeFile(db, actor, id, { ...plain, focusX: 30, focusY: 80, crop }, monday)
  expect(await focus()).toEqual({ x: 20, y: 100 })
})

test('a part outside the picture is refused', async ({ db, files, actor }) => {
  const id = await add(db, files, actor, 60, 40)
  for (const crop of [
    { left: 0, top: 0, width: 61, height: 40 },
    { left: 30, top: 0, width: 31, height: 10 },
    { left: 0, top: 39, width: 10, height: 2 },
  ])
    expect(await describeFile(db, actor, id, { ...plain, crop }, monday)).toEqual({
      ok: false,
      reason: 'crop-outside',
    })
  expect(await listActions(db)).toEqual(['file.added'])
})

test('a crop is four numbers or none', () => {
  const words = { alt: '', caption: '', credit: '', focusX: '10', focusY: '20' }
  const read = (more: Record<string, string>) => describeForm.safeParse({ ...words, ...more })

  expect(read({}).data).toMatchObject({ crop: undefined, focusX: 10, focusY: 20 })
  const four = { cropLeft: '1', cropTop: '2', cropWidth: '3', cropHeight: '4' }
  expect(read(four).data?.crop).toEqual({ left: 1, top: 2, width: 3, height: 4 })
  expect(read({ ...four, cropLeft: '' }).success).toBe(false)
  expect(read({ ...four, cropWidth: '0' }).success).toBe(false)
  expect(read({ ...four, cropTop: '-1' }).success).toBe(false)
  expect(read({ focusX: '101' }).success).toBe(false)
})

test('a replaced file keeps its id, and the earlier one can be restored for thirty days', async ({
  db,
  files,
  actor,
}) => {
  const id = await add(db, files, actor, 60, 40)
  await describeFile(db, actor, id, { ...plain, alt: 'A wall', focusX: 10 }, monday)
  const before = (await findPictures(db, [id]))[id]
  const other = await store(files, 50, 50)

  expect(await replaceFile(db, files, actor, id, other, monday)).toEqual({ ok: true })
  expect((await findPictures(db, [id]))[id]).toMatchObject({ width: 50, height: 50 })
  const replaced = await findLibraryFile(db, id)
  expect(replaced).toMatchObject({ alt: 'A wall', focusX: 50, crop: undefined, name: other.name })
  expect(await replaceFile(db, files, actor, id, other, monday)).toEqual({ ok: false, reason: 'same-bytes' })

  const [earlier] = replaced!.earlier
  expect(await putEarlierBack(db, files, actor, id, earlier!.id, monday)).toEqual({ ok: true })
  expect((await findPictures(db, [id]))[id]?.jpeg).toEqual(before?.jpeg)
  expect((await findLibraryFile(db, id))?.earlier).toHaveLength(1)
  expect(await listActions(db)).toEqual(['file.added', 'file.described', 'file.replaced', 'file.replaced'])

  await clearFiles(db, files, later(31))
  expect((await findLibraryFile(db, id))?.earlier).toEqual([])
  await clearFiles(db, files, later(33))
  expect(await files.has(other.sha256)).toBe(false)
})

test('a picture is not replaced by a document', async ({ db, files, actor }) => {
  const id = await add(db, files, actor, 60, 40)
  const document = await storePdf(files)

  expect(await replaceFile(db, files, actor, id, document, monday)).toEqual({
    ok: false,
    reason: 'other-kind',
  })
})

test('a file that an entry shows cannot be deleted, and the pages are named', async ({
  db,
  files,
  actor,
}) => {
  const id = await add(db, files, actor, 60, 40)
  const photos = [{ file: id, alt: 'A wall' }]
  const entryId = await publishEntry(
    db,
    { kind: 'album', slug: 'walls', data: { title: 'Walls', heldOn: '1995-01-02', photos } },
    monday,
  )

  expect(await listUsages(db, id)).toEqual([{ entryId, kind: 'album', title: 'Walls', isLive: true }])
  expect(await removeFile(db, actor, id, monday)).toEqual({ ok: false, reason: 'in-use' })
})

const refused = { ok: false, reason: 'for-administrators' }

/** Everything that would change what visitors see of a file. */
async function tryAll(db: Db, files: FileStore, actor: Actor, id: string) {
  const earlier = (await findLibraryFile(db, id))!.earlier[0]!.id
  const crop = { left: 0, top: 0, width: 20, height: 20 }
  return [
    await replaceFile(db, files, actor, id, await store(files, 51, 50), monday),
    await putEarlierBack(db, files, actor, id, earlier, monday),
    await describeFile(db, actor, id, { ...plain, focusX: 10 }, monday),
    await describeFile(db, actor, id, { ...plain, crop }, monday),
    await beginUpload(db, actor, { name: 'a.jpg', bytes: 10, replaces: id }, monday),
  ]
}

const ways: Record<string, (db: Db, admin: Actor, id: string) => Promise<unknown>> = {
  'a live version names it': (db, _admin, file) =>
    publishEntry(db, { kind: 'album', slug: 'walls', data: albumOf(file) }, monday),
  'a draft over the live version leaves it out': async (db, admin, file) => {
    const id = await publishEntry(db, { kind: 'album', slug: 'walls', data: albumOf(file) }, monday)
    await saveEntry(db, admin, { id, base: 1, data: { ...albumOf(file), photos: [] } }, monday)
  },
  'a scheduled version names it': async (db, admin, file) => {
    const begun = await beginEntry(db, admin, { kind: 'album', title: 'Walls' }, monday)
    if (!begun.ok) throw new Error(begun.reason)
    await saveEntry(db, admin, { id: begun.id, base: 1, data: albumOf(file) }, monday)
    const move = { id: begun.id, version: 2, move: 'schedule', at: later(1) } as const
    expect(await moveEntry(db, admin, move, monday)).toMatchObject({ ok: true })
  },
  'a live version links its address in full': (db, _admin, file) =>
    publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(inFull(file)) }, monday),
  'a live version links its address in full, with percent signs': (db, _admin, file) =>
    publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(encoded(inFull(file))) }, monday),
  'a live version links its path with percent signs': (db, _admin, file) =>
    publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(encoded(addressOf(file))) }, monday),
  'a scheduled version links its address in full': async (db, admin, file) => {
    const begun = await beginEntry(db, admin, { kind: 'news', title: 'Walls' }, monday)
    if (!begun.ok) throw new Error(begun.reason)
    await saveEntry(db, admin, { id: begun.id, base: 1, data: linkTo(inFull(file)) }, monday)
    const move = { id: begun.id, version: 2, move: 'schedule', at: later(1) } as const
    expect(await moveEntry(db, admin, move, monday)).toMatchObject({ ok: true })
  },
  'the menu leads to its address in full': (db, _admin, file) =>
    db
      .insertInto('menu_item')
      .values({ menu: 'now', list: 'about', item: 'x', position: 0, label: 'Walls', href: inFull(file) })
      .execute(),
  'an old address leads to its address in full': (db, _admin, file) =>
    db
      .insertInto('redirect')
      .values({ from_path: '/walls', to_path: inFull(file), created_at: monday.getTime() })
      .execute(),
  'it shows a listed person': async (db, _admin, file) => {
    const id = await enrolPerson(db, anybody, monday)
    await db.updateTable('person').set({ picture_id: file }).where('id', '=', id).execute()
  },
  'the menu leads to it': (db, _admin, file) =>
    db
      .insertInto('menu_item')
      .values({ menu: 'now', list: 'about', item: 'x', position: 0, label: 'Walls', href: addressOf(file) })
      .execute(),
  'an old address leads to it': (db, _admin, file) =>
    db
      .insertInto('redirect')
      .values({ from_path: '/walls', to_path: addressOf(file), created_at: monday.getTime() })
      .execute(),
}

const addressOf = (file: string) => `/files/${file}/a.jpg`
const inFull = (file: string) => `http://localhost:4711${addressOf(file)}`
const encoded = (address: string) => address.replace('/files/', '/%66iles/').replaceAll('-', '%2d')

const anybody: NewPerson = {
  memberNo: 'LM-1',
  givenName: 'C. V.',
  familyName: 'Raman',
  category: 'life',
  since: 1994,
  discipline: 'Physics',
  country: 'India',
  listed: true,
}

test.for(Object.keys(ways))(
  'someone without the right to publish changes nothing that visitors see of a file while %s',
  async (way, { db, files, actor: editor }) => {
    const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
    const id = await add(db, files, editor, 60, 40)
    await replaceFile(db, files, editor, id, await store(files, 50, 50), monday)
    await ways[way]!(db, admin, id)
    const before = await findLibraryFile(db, id)

    for (const outcome of await tryAll(db, files, editor, id)) expect(outcome).toEqual(refused)
    expect(await findLibraryFile(db, id)).toEqual(before)
    const words = { ...plain, alt: 'A wall', credit: 'Office' }
    expect(await describeFile(db, editor, id, words, monday), 'words for staff').toEqual({ ok: true })

    await changeSettings(db, admin, { editorsPublish: true }, monday)
    for (const outcome of await tryAll(db, files, editor, id)) expect(outcome).toMatchObject({ ok: true })
    await changeSettings(db, admin, { editorsPublish: false }, monday)
    for (const outcome of await tryAll(db, files, admin, id)) expect(outcome).toMatchObject({ ok: true })
  },
)

test('a file that an entry links by its full address cannot be deleted', async ({ db, files, actor }) => {
  const id = await add(db, files, actor, 60, 40)
  const entryId = await publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(inFull(id)) }, monday)

  expect(await listUsages(db, id)).toEqual([{ entryId, kind: 'news', title: 'Walls', isLive: true }])
  expect(await removeFile(db, actor, id, monday)).toEqual({ ok: false, reason: 'in-use' })
})

test('every editor can change a file that only drafts name', async ({ db, files, actor: editor }) => {
  const id = await add(db, files, editor, 60, 40)
  await replaceFile(db, files, editor, id, await store(files, 50, 50), monday)
  const begun = await beginEntry(db, editor, { kind: 'album', title: 'Walls' }, monday)
  if (!begun.ok) throw new Error(begun.reason)
  await saveEntry(db, editor, { id: begun.id, base: 1, data: albumOf(id) }, monday)

  for (const outcome of await tryAll(db, files, editor, id)) expect(outcome).toMatchObject({ ok: true })
})

test('only people who may publish delete and restore a photograph of a listed person', async ({
  db,
  files,
  actor: editor,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const id = await add(db, files, editor, 60, 40)
  await ways['it shows a listed person']!(db, admin, id)

  expect(await removeFile(db, editor, id, monday)).toEqual(refused)
  expect(await removeFile(db, admin, id, monday)).toEqual({ ok: true })
  expect(await restoreFile(db, editor, id, monday)).toEqual(refused)
  expect(await restoreFile(db, admin, id, monday)).toEqual({ ok: true })
})

test('a deleted file can be restored for thirty days', async ({ db, files, actor, folder }) => {
  const id = await add(db, files, actor, 60, 40)
  await work(db, files)
  const query = { q: '', sort: 'added', dir: undefined, page: 1 } as const
  const names = async (kind?: 'bin') =>
    (await listLibrary(db, { ...query, kind }, 10)).files.map((file) => file.id)

  expect(await removeFile(db, actor, id, monday)).toEqual({ ok: true })
  expect([await names(), await names('bin')]).toEqual([[], [id]])
  expect(await removeFile(db, actor, id, monday)).toEqual({ ok: false, reason: 'not-found' })
  expect(await restoreFile(db, actor, id, monday)).toEqual({ ok: true })
  expect(await restoreFile(db, actor, id, monday)).toEqual({ ok: false, reason: 'not-found' })
  await clearFiles(db, files, later(40))
  expect(await names()).toEqual([id])

  await removeFile(db, actor, id, later(40))
  await clearFiles(db, files, later(60))
  expect(await names('bin')).toEqual([id])
  await clearFiles(db, files, later(71))
  expect(await names('bin')).toEqual([])
  await clearFiles(db, files, later(73))
  const left = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
  expect(left.filter((item) => item.isFile())).toEqual([])
  expect(await listActions(db)).toEqual(['file.added', 'file.removed', 'file.restored', 'file.removed'])
})

test('a deleted file stays for as long as an older version names it', async ({ db, files, actor }) => {
  const id = await add(db, files, actor, 60, 40)
  const photos = [{ file: id, alt: 'A wall' }]
  const data = { title: 'Walls', heldOn: '1995-01-02', photos }
  const entryId = await publishEntry(db, { kind: 'album', slug: 'walls', data }, monday)
  await db
    .insertInto('entry_version')
    .values({ entry_id: entryId, number: 2, title: 'Walls', data: '{}', saved_at: monday.getTime() })
    .execute()
  await db.updateTable('entry').set({ head_version: 2, live_version: 2 }).where('id', '=', entryId).execute()

  expect(await listUsages(db, id)).toEqual([])
  expect(await removeFile(db, actor, id, monday)).toEqual({ ok: true })
  await clearFiles(db, files, later(100))
  expect(await restoreFile(db, actor, id, later(100))).toEqual({ ok: true })
})

test('bytes that two files share stay while one needs them', async ({ db, files, actor }) => {
  const storedFile = await store(files, 33, 22)
  const first = await addFile(db, files, actor, storedFile, monday)
  const second = await addFile(db, files, actor, storedFile, monday)
  await removeFile(db, actor, first, monday)
  await clearFiles(db, files, later(31))
  await clearFiles(db, files, later(40))

  expect(await files.has(storedFile.sha256)).toBe(true)
  expect(await findLibraryFile(db, second)).toBeDefined()
})

test('a PDF has its number of pages and a picture of the first, made once', async ({
  db,
  files,
  actor,
  folder,
}) => {
  const id = await addFile(db, files, actor, await storePdf(files), monday)
  const storage = { files, folder: join(folder, 'uploads'), scanCommand: undefined }

  const read = await readPdf(db, storage, actor, id, monday)
  if (!read.ok) throw new Error(read.reason)
  expect(read.pages).toBe(4)
  expect(await findLibraryFile(db, read.coverId)).toMatchObject({
    name: 'Bulletin cover.jpg',
    mediaType: 'image/jpeg',
  })
  expect(await readPdf(db, storage, actor, id, monday)).toEqual(read)
  expect(await readPdf(db, storage, actor, read.coverId, monday)).toEqual({ ok: false, reason: 'not-found' })
  expect(readdirSync(join(folder, 'uploads'))).toEqual([])
})

test('files are found by their words, by kind and in the requested order', async ({ db, files, actor }) => {
  const wall = await add(db, files, actor, 20, 10, 'Wall.jpg')
  const gateway = await add(db, files, actor, 21, 10, 'door 100%.jpg')
  const bulletin = await addFile(db, files, actor, await storePdf(files), later(1))
  await describeFile(db, actor, wall, { ...plain, alt: 'Bricks of CLAY', credit: 'Müller' }, monday)
  const find = async (more: object) => {
    const query = { q: '', kind: undefined, sort: 'name', dir: undefined, page: 1, ...more } as never
    return (await listLibrary(db, query, 10)).files.map((file) => file.id)
  }

  expect(await find({})).toEqual([bulletin, gateway, wall])
  expect(await find({ dir: 'desc' })).toEqual([wall, gateway, bulletin])
  expect(await find({ sort: 'added' })).toEqual(
    [bulletin, gateway, wall].toSorted((a, b) => (a === bulletin ? -1 : b === bulletin ? 1 : a < b ? 1 : -1)),
  )
  expect(await find({ q: 'bricks clay' })).toEqual([wall])
  expect(await find({ q: 'Müller' })).toEqual([wall])
  expect(await find({ q: '100%' })).toEqual([gateway])
  expect(await find({ q: '_' })).toEqual([])
  expect(await find({ kind: 'document' })).toEqual([bulletin])
  expect(await find({ kind: 'picture' })).toEqual([gateway, wall])
})

function linkTo(address: string) {
  return {
    title: 'Walls',
    publishedOn: '1995-01-02',
    summary: 'Walls of the hall.',
    body: prose(`Read [about walls](${address}).`),
  }
}

function albumOf(file: string) {
  return { title: 'Walls', heldOn: '1995-01-02', photos: [{ file, alt: 'A wall' }] }
}

async function add(db: Db, files: FileStore, actor: Actor, width: number, height: number, name = 'a.jpg') {
  return addFile(db, files, actor, { ...(await store(files, width, height)), name }, monday)
}

async function store(files: FileStore, width: number, height: number): Promise<StoredFile> {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => 128 + 100 * Math.sin(i / 7))
  const bytes = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const { sha256, master } = await storePicture(files, bytes)
  const stored = { sha256, originalSha256: undefined, mediaType: 'image/jpeg', bytes: master.bytes.length }
  return { ...stored, name: `${width}.jpg`, width, height, pages: undefined }
}

async function storePdf(files: FileStore): Promise<StoredFile> {
  const bytes = await makePdf(4)
  const sha256 = await files.put(bytes)
  const sides = { width: undefined, height: undefined }
  const kind = { name: 'Bulletin.pdf', mediaType: 'application/pdf', pages: 4 }
  return { sha256, originalSha256: sha256, bytes: bytes.length, ...kind, ...sides }
}

function work(db: Db, files: FileStore) {
  const handlers = {
    [derivePictureJob]: ({ fileId }: { fileId: string }) => derivePicture(db, files, fileId, monday),
  }
  return runDueJobs(db, handlers, () => monday)
}
