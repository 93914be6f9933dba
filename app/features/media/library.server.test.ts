import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { readContentVersion } from '#db/engine/content-version.server.ts'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { monday } from '#test/harness/db.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import { listActions } from '#test/makers/staff.ts'
import { readPdf } from './covers.server.ts'
import { describeForm } from './form.ts'
import { clearFiles } from './orphaned-files.server.ts'
import { takeIn } from './intake.server.ts'
import { findChosenFiles, findLibraryFile, listLibrary } from './library.server.ts'
import { addFile, describeFile, removeFile, restoreFile } from './operations.server.ts'
import { putEarlierBack, replaceFile } from './replace-operations.server.ts'
import { listUsages } from './usages.server.ts'
import { findPictureFile, findPictures } from './queries.server.ts'
import { add, later, plain, store, storePdf, test, work } from '#test/makers/library.ts'

test(
  'a picture is cropped in all its variants, without loss, and whole again when that is undone',
  inShortOnlyOn('sqlite'),
  async ({ db, files, actor }) => {
    const id = await add(db, files, actor, 700, 350)
    await work(db, files)
    const whole = (await findPictures(db, [id]))[id]
    const crop = { left: 100, top: 50, width: 500, height: 200 }
    const version = await readContentVersion(db)

    expect(await describeFile(db, actor, id, { ...plain, crop }, monday)).toMatchObject({ ok: true })
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
  },
)

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

test('the day of a photograph is offered to albums, and nothing else of its metadata is stored', async ({
  db,
  files,
  folder,
  actor,
}) => {
  const taken = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD2: { DateTimeOriginal: '2026:03:14 09:26:53' } })
    .jpeg()
    .toBuffer()
  const path = join(folder, 'given.jpg')
  writeFileSync(path, taken)
  const intake = { files, scanCommand: undefined }
  const taking = await takeIn(intake, { path, bytes: taken.length, name: 'lamp.jpg' })
  if (!taking.ok) throw new Error(taking.reason)
  const id = await addFile(db, files, actor, taking.storedFile, monday)
  const dayOf = async () => (await findChosenFiles(db, [id]))[id]?.takenOn
  expect(await dayOf()).toBe('2026-03-14')
  const stored = await files.read(taking.storedFile.sha256)
  for (const trace of ['SecretCamera', '2026:03:14', 'Exif']) expect(stored.includes(trace)).toBe(false)

  // The day belongs to the bytes: it goes and returns with them.
  await replaceFile(db, files, actor, id, await store(files, 40, 30), monday)
  expect(await dayOf()).toBe('')
  const [earlier] = (await findLibraryFile(db, id))?.earlier ?? []
  await putEarlierBack(db, files, actor, id, { earlier: earlier?.id ?? '' }, monday)
  expect(await dayOf()).toBe('2026-03-14')
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

  expect(await replaceFile(db, files, actor, id, other, monday)).toMatchObject({ ok: true })
  expect((await findPictures(db, [id]))[id]).toMatchObject({ width: 50, height: 50 })
  const replaced = await findLibraryFile(db, id)
  expect(replaced).toMatchObject({ alt: 'A wall', focusX: 50, crop: undefined, name: other.name })
  expect(await replaceFile(db, files, actor, id, other, monday)).toEqual({ ok: false, reason: 'same-bytes' })

  const [earlier] = replaced!.earlier
  expect(await putEarlierBack(db, files, actor, id, { earlier: earlier!.id }, monday)).toMatchObject({
    ok: true,
  })
  expect((await findPictures(db, [id]))[id]?.jpeg).toEqual(before?.jpeg)
  expect((await findLibraryFile(db, id))?.earlier).toHaveLength(1)
  expect(await listActions(db)).toEqual(['file.added', 'file.described', 'file.replaced', 'file.replaced'])

  await clearFiles(db, files, later(31))
  expect((await findLibraryFile(db, id))?.earlier).toEqual([])
  await clearFiles(db, files, later(33))
  expect(await files.has(other.sha256)).toBe(false)
})

test('a change of a file returns what a colleague made of it in between', async ({ db, files, actor }) => {
  const colleague = { ...actor, id: 'colleague' }
  const id = await add(db, files, actor, 60, 40)
  const crop = { left: 1, top: 2, width: 30, height: 20 }
  const theirs = { alt: 'Their wall', caption: 'Bricks', credit: 'They', focusX: 10, focusY: 20, crop }
  expect(await describeFile(db, colleague, id, theirs, monday)).toMatchObject({ before: { alt: '' } })
  expect(await describeFile(db, actor, id, plain, monday)).toMatchObject({ before: theirs })

  await replaceFile(db, files, colleague, id, await store(files, 50, 50), monday)
  const mine = await replaceFile(db, files, actor, id, await store(files, 80, 70), monday)
  const back = await putEarlierBack(db, files, actor, id, { earlier: mine.ok ? mine.earlier : '' }, monday)
  expect(await findLibraryFile(db, id)).toMatchObject({ width: 50 })
  await putEarlierBack(db, files, actor, id, { earlier: back.ok ? back.earlier : '' }, monday)
  expect(await findLibraryFile(db, id)).toMatchObject({ width: 80 })
})

test('a picture is not replaced by a document', async ({ db, files, actor }) => {
  const id = await add(db, files, actor, 60, 40)
  const document = await storePdf(files)

  expect(await replaceFile(db, files, actor, id, document, monday)).toEqual({
    ok: false,
    reason: 'other-kind',
  })
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
