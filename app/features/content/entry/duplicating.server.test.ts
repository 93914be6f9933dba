import { expect } from 'vitest'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { lampData, makeDraft, makeOffice, makePublished } from '#test/makers/content.ts'
import { duplicateEntry } from './duplicating.server.ts'
import { moveEntry } from './moves.server.ts'

test('a copy is a draft of its own that says the same under its own title and address', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const { id } = await makePublished(db, admin, monday)

  const copied = await duplicateEntry(db, editor, id, monday)
  const copy = await findForStaff(db, copied.ok ? copied.id : '')

  expect(copy).toMatchObject({
    ...{ state: 'draft', live_version: null, slug: 'copy-of-golden-lamp', head_version: 2 },
    data: { ...lampData, title: 'Copy of Golden Lamp' },
  })
  expect(await findForStaff(db, id)).toMatchObject({ state: 'published', head_version: 2 })
})

test('a deleted entry has no copies', async ({ db }) => {
  const { editor } = await makeOffice(db, monday)
  const draft = await makeDraft(db, editor, monday)
  await moveEntry(db, editor, { ...draft, move: 'bin' }, monday)

  expect(await duplicateEntry(db, editor, draft.id, monday)).toEqual({ ok: false, reason: 'not-found' })
})
