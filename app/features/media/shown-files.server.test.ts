import { expect } from 'vitest'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { beginEntry, publishEntry, saveEntry } from '#features/content/entry/operations.server.ts'
import { enrolPerson } from '#features/people/operations.server.ts'
import { findPicture, removePicture } from '#features/people/pictures.server.ts'
import type { NewPerson } from '#features/people/register.ts'
import { changeSettings, shownHashOfPage, saveSettings } from '#features/settings/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { FileStore } from '#server/files/files.server.ts'
import { prose } from '#starter/prose.ts'
import { monday } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { findLibraryFile } from './library.server.ts'
import { describeFile, removeFile, restoreFile, storeDownload } from './operations.server.ts'
import { putEarlierBack, replaceFile } from './replace-operations.server.ts'
import { listUsages } from './usages.server.ts'
import { beginUpload } from './uploads.server.ts'
import { add, later, plain, store, test } from '#test/makers/library.ts'

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
async function tryAll(db: Db, files: FileStore, actor: StaffActor, id: string) {
  const earlier = (await findLibraryFile(db, id))!.earlier[0]!.id
  const crop = { left: 0, top: 0, width: 20, height: 20 }
  return [
    await replaceFile(db, files, actor, id, await store(files, 51, 50), monday),
    await putEarlierBack(db, files, actor, id, { earlier }, monday),
    await describeFile(db, actor, id, { ...plain, focusX: 10 }, monday),
    await describeFile(db, actor, id, { ...plain, crop }, monday),
    await beginUpload(db, actor, { name: 'a.jpg', bytes: 10, replaces: id }, monday),
  ]
}

const ways: Record<string, (db: Db, admin: StaffActor, id: string) => Promise<unknown>> = {
  'a live version names it': (db, _admin, file) =>
    publishEntry(db, { kind: 'album', slug: 'walls', data: albumOf(file) }, monday),
  'a draft over the live version leaves it out': async (db, admin, file) => {
    const id = await publishEntry(db, { kind: 'album', slug: 'walls', data: albumOf(file) }, monday)
    await saveEntry(db, admin, { id, base: 1, data: { ...albumOf(file), photos: [] } }, monday)
  },
  'a scheduled version names it': async (db, admin, file) => {
    const started = await beginEntry(db, admin, { kind: 'album', title: 'Walls' }, monday)
    if (!started.ok) throw new Error(started.reason)
    await saveEntry(db, admin, { id: started.id, base: 1, data: albumOf(file) }, monday)
    const move = { id: started.id, version: 2, move: 'schedule', at: later(1) } as const
    expect(await moveEntry(db, admin, move, monday)).toMatchObject({ ok: true })
  },
  'a live version links its address in full': (db, _admin, file) =>
    publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(inFull(file)) }, monday),
  'a live version links its address in full, with percent signs': (db, _admin, file) =>
    publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(encoded(inFull(file))) }, monday),
  'a live version links its path with percent signs': (db, _admin, file) =>
    publishEntry(db, { kind: 'news', slug: 'walls', data: linkTo(encoded(addressOf(file))) }, monday),
  'a scheduled version links its address in full': async (db, admin, file) => {
    const started = await beginEntry(db, admin, { kind: 'news', title: 'Walls' }, monday)
    if (!started.ok) throw new Error(started.reason)
    await saveEntry(db, admin, { id: started.id, base: 1, data: linkTo(inFull(file)) }, monday)
    const move = { id: started.id, version: 2, move: 'schedule', at: later(1) } as const
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
  'it is the preview picture of the settings': (db, admin, file) =>
    changeSettings(db, admin, { previewPicture: file }, monday),
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
    expect(await describeFile(db, editor, id, words, monday), 'words for staff').toMatchObject({ ok: true })

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

test('a picture that the settings name cannot be deleted, and the setting is named', async ({
  db,
  files,
  actor,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const id = await add(db, files, actor, 60, 40)
  await changeSettings(db, admin, { previewPicture: id }, monday)

  expect(await listUsages(db, id)).toEqual([{ setting: 'previewPicture', title: 'Preview picture' }])
  expect(await removeFile(db, admin, id, monday)).toEqual({ ok: false, reason: 'in-use' })
})

test('the settings take only a picture that is in the library', async ({ db, files, actor }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const [deleted, picture] = [await add(db, files, actor, 60, 40), await add(db, files, actor, 50, 50)]
  const paper = { name: 'a.pdf', mediaType: 'application/pdf' }
  const document = await storeDownload(db, files, Buffer.from('%PDF-1.7'), paper, monday)
  expect(await removeFile(db, admin, deleted, monday)).toEqual({ ok: true })
  const choose = async (id: string) => {
    const shownHash = shownHashOfPage('networks', await readSettings(db))
    const settings = { previewPicture: id }
    return saveSettings(db, admin, { page: 'networks', shownHash, settings }, monday)
  }

  const refusal = { ok: false, reason: 'no-such-picture', setting: 'previewPicture' }
  for (const id of [deleted, document, newId()]) expect(await choose(id)).toEqual(refusal)
  expect(await choose(picture)).toMatchObject({ ok: true })
})

test('every editor can change a file that only drafts name', async ({ db, files, actor: editor }) => {
  const id = await add(db, files, editor, 60, 40)
  await replaceFile(db, files, editor, id, await store(files, 50, 50), monday)
  const started = await beginEntry(db, editor, { kind: 'album', title: 'Walls' }, monday)
  if (!started.ok) throw new Error(started.reason)
  await saveEntry(db, editor, { id: started.id, base: 1, data: albumOf(id) }, monday)

  for (const outcome of await tryAll(db, files, editor, id)) expect(outcome).toMatchObject({ ok: true })
})

test('a photograph names the person it shows, and only people who may publish delete it, on that person’s page', async ({
  db,
  files,
  actor: editor,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const id = await add(db, files, editor, 60, 40)
  await ways['it shows a listed person']!(db, admin, id)
  const [usage] = await listUsages(db, id)
  if (!usage || !('personId' in usage)) throw new Error('The person is not named.')
  expect(usage).toMatchObject({ title: 'C. V. Raman', isLive: true })

  expect(await removeFile(db, admin, id, monday)).toEqual({ ok: false, reason: 'in-use' })
  expect(await removePicture(db, editor, usage.personId, monday)).toEqual(refused)
  expect(await removePicture(db, admin, usage.personId, monday)).toEqual({ ok: true, file: id })
  expect(await findPicture(db, usage.personId)).toBeUndefined()
  expect(await removePicture(db, admin, usage.personId, monday)).toEqual({ ok: false, reason: 'not-found' })

  expect(await restoreFile(db, editor, id, monday)).toEqual(refused)
  expect(await restoreFile(db, admin, id, monday)).toEqual({ ok: true })
  expect(await findPicture(db, usage.personId)).toMatchObject({ id })

  const both = { previewPicture: id }
  await changeSettings(db, admin, both, monday)
  expect(await removePicture(db, admin, usage.personId, monday)).toEqual({ ok: false, reason: 'in-use' })
})

test('a photograph of someone who is not in the directory cannot be deleted in the library either', async ({
  db,
  files,
  actor,
}) => {
  const id = await add(db, files, actor, 60, 40)
  const person = await enrolPerson(db, { ...anybody, listed: false }, monday)
  await db.updateTable('person').set({ picture_id: id }).where('id', '=', person).execute()
  expect(await listUsages(db, id)).toEqual([expect.objectContaining({ personId: person, isLive: false })])
  expect(await removeFile(db, actor, id, monday)).toEqual({ ok: false, reason: 'in-use' })
  expect(await removePicture(db, actor, person, monday)).toEqual({ ok: true, file: id })
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
