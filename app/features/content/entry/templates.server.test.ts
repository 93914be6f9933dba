import { expect } from 'vitest'
import { removeFile } from '#features/media/operations.server.ts'
import { listUsages } from '#features/media/usages.server.ts'
import { findForStaff, listForStaff } from '#features/content/reading/staff-queries.server.ts'
import { monday } from '#test/harness/db.ts'
import { lampData, makeDraft, makeOffice, makePublished } from '#test/makers/content.ts'
import { add, later, test } from '#test/makers/library.ts'
import { beginEntry, saveEntry } from './operations.server.ts'
import { moveEntry } from './moves.server.ts'
import {
  beginFromTemplate,
  listTemplates,
  removeTemplate,
  renameTemplate,
  restoreTemplate,
  saveTemplate,
} from './templates.server.ts'

test('an entry that starts from a template says the same under its own title', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)
  const saved = await saveTemplate(db, editor, id, monday)
  const template = saved.ok ? saved.id : ''

  const started = { kind: 'award', title: 'Silver Lamp', parentId: undefined } as const
  const copy = await beginFromTemplate(db, editor, { ...started, template }, monday)
  expect(await findForStaff(db, copy.ok ? copy.id : '')).toMatchObject({
    ...{ state: 'draft', live_version: null, slug: 'silver-lamp', head_version: 1 },
    data: { ...lampData, title: 'Silver Lamp' },
  })

  const other = await beginFromTemplate(db, editor, { ...started, kind: 'news', template }, monday)
  expect(other).toEqual({ ok: false, reason: 'no-template' })
})

test('a template is in no list of entries and stays when its entry is deleted', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const draft = await makeDraft(db, editor, monday)
  await saveTemplate(db, editor, draft.id, monday)
  expect((await listForStaff(db, 'award', { page: 1, dir: 'desc' })).total).toBe(1)

  await moveEntry(db, editor, { ...draft, move: 'bin' }, monday)
  expect(await listTemplates(db, 'award')).toMatchObject([{ name: 'Golden Lamp' }])
  expect(await saveTemplate(db, editor, draft.id, monday)).toEqual({ ok: false, reason: 'not-found' })
})

test('two templates of a kind have different names', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const { id: entry } = await makeDraft(db, editor, monday)
  await saveTemplate(db, editor, entry, monday)
  const second = await saveTemplate(db, editor, entry, monday)
  if (!second.ok) throw new Error(second.reason)
  expect(second.name).toBe('Golden Lamp 2')

  const { id, kind } = second
  const rename = (name: string) => renameTemplate(db, editor, { kind, id, name }, monday)
  expect(await rename('Golden Lamp')).toEqual({ ok: false, reason: 'name-taken' })
  expect(await rename('Lamps')).toMatchObject({ ok: true, before: 'Golden Lamp 2' })
})

test('Undo of a template is refused once someone else has renamed it', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id: entry } = await makeDraft(db, editor, monday)
  const saved = await saveTemplate(db, editor, entry, monday)
  if (!saved.ok) throw new Error(saved.reason)
  const { id, kind } = saved
  const rename = async (actor: typeof editor, name: string) => {
    const outcome = await renameTemplate(db, actor, { kind, id, name }, monday)
    if (!outcome.ok) throw new Error(outcome.reason)
    const { before, shownHash } = outcome
    return () => renameTemplate(db, actor, { kind, id, name: before, shownHash }, monday)
  }
  const undoMine = await rename(editor, 'Mine')
  const undoTheirs = await rename(admin, 'Theirs')

  const refused = { ok: false, reason: 'conflict' }
  expect(await undoMine()).toEqual(refused)
  expect(await removeTemplate(db, editor, saved, monday)).toEqual(refused)
  expect(await listTemplates(db, kind)).toMatchObject([{ name: 'Theirs' }])
  expect(await undoTheirs()).toMatchObject({ ok: true })
  expect(await undoMine()).toMatchObject({ ok: true })
  expect(await removeTemplate(db, editor, saved, monday)).toEqual({ ok: true })
})

test('a deleted template comes back, unless another has its name or thirty days have passed', async ({
  db,
}) => {
  const { editor } = await makeOffice(db, monday)
  const { id: entry } = await makeDraft(db, editor, monday)
  const make = async () => {
    const saved = await saveTemplate(db, editor, entry, monday)
    return { kind: 'award' as const, id: saved.ok ? saved.id : '' }
  }
  const first = await make()
  expect(await removeTemplate(db, editor, first, monday)).toEqual({ ok: true })
  expect(await removeTemplate(db, editor, first, monday)).toEqual({ ok: false, reason: 'not-found' })
  expect(await restoreTemplate(db, editor, first, monday)).toMatchObject({ ok: true })
  await removeTemplate(db, editor, first, monday)
  const second = await make()
  expect(await restoreTemplate(db, editor, first, monday)).toEqual({ ok: false, reason: 'name-taken' })

  await removeTemplate(db, editor, second, later(31))
  expect(await restoreTemplate(db, editor, first, later(31))).toEqual({ ok: false, reason: 'not-found' })
})

test('a picture that a template shows cannot be deleted', async ({ db, files, actor }) => {
  const { admin } = await makeOffice(db, monday)
  const file = await add(db, files, actor, 60, 40)
  const started = await beginEntry(db, admin, { kind: 'album', title: 'Walls' }, monday)
  if (!started.ok) throw new Error(started.reason)
  const data = { title: 'Walls', heldOn: '1995-01-02', photos: [{ file, alt: 'A wall' }] }
  await saveEntry(db, admin, { id: started.id, base: 1, data }, monday)
  const saved = await saveTemplate(db, admin, started.id, monday)
  await saveEntry(db, admin, { id: started.id, base: 2, data: { ...data, photos: [] } }, monday)

  const templateId = saved.ok ? saved.id : ''
  expect(await listUsages(db, file)).toEqual([{ templateId, kind: 'album', title: 'Walls' }])
  expect(await removeFile(db, admin, file, monday)).toEqual({ ok: false, reason: 'in-use' })
  await removeTemplate(db, admin, { kind: 'album', id: templateId }, monday)
  expect(await removeFile(db, admin, file, monday)).toEqual({ ok: true })
})
