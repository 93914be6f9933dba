import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { EntryMove } from '#features/content/entry/workflow.ts'
import { restoreVersion, saveEntry } from '#features/content/entry/operations.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { lampData, makeDraft, makeOffice } from '#test/makers/content.ts'
import { moveReviewed } from './operations.server.ts'
import { undoPublication } from './undo-publishing.server.ts'

const origin = 'https://iaps.example'
const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)

type Office = Awaited<ReturnType<typeof makeOffice>>
type Actor = Office['admin']

const read = (db: Db, id: string) =>
  db
    .selectFrom('entry')
    .select(['state', 'head_version', 'live_version', 'published_at'])
    .where('id', '=', id)
    .executeTakeFirst()

async function move(
  db: Db,
  actor: Actor,
  entry: { id: string; version: number },
  name: EntryMove,
  at = monday,
) {
  const outcome = await moveReviewed(db, actor, { ...entry, move: name }, origin, at)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.publication ?? { live: undefined, shownHash: '' }
}

async function save(db: Db, actor: Actor, { id, version }: { id: string; version: number }, summary: string) {
  const saved = await saveEntry(db, actor, { id, base: version, data: { ...lampData, summary } }, later(1))
  if (!saved.ok) throw new Error(saved.reason)
  return { id, version: saved.version }
}

const lastSentence = async (db: Db) =>
  db.selectFrom('audit_entry').select('action').orderBy('seq', 'desc').limit(1).executeTakeFirst()

test('Undo of the first publication makes it the draft that it was', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const draft = await makeDraft(db, admin, monday)
  const before = await read(db, draft.id)
  const publication = await move(db, admin, draft, 'publish')

  expect(await undoPublication(db, admin, { id: draft.id, ...publication }, later(1))).toEqual({
    ok: true,
    state: 'draft',
  })
  expect(await read(db, draft.id)).toEqual(before)
  expect(await lastSentence(db)).toEqual({ action: 'entry.publication-undone' })
})

test('Undo of a later publication shows the former version again, and the search finds it', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  const draft = await makeDraft(db, admin, monday)
  await move(db, admin, draft, 'publish')
  const second = await save(db, admin, draft, 'For more light.')
  const before = await read(db, draft.id)
  const publication = await move(db, admin, second, 'publish', later(2))
  expect(publication.live).toBe(2)
  const texts = () =>
    db.selectFrom('search_entry').select('summary').where('subject_id', '=', draft.id).execute()
  const withMore = await texts()

  expect(await undoPublication(db, admin, { id: draft.id, ...publication }, later(3))).toMatchObject({
    ok: true,
  })
  expect(await read(db, draft.id)).toEqual(before)
  expect(await texts()).not.toEqual(withMore)
})

test('Undo of an approval lets it wait for review again, and of an own publication makes a draft', async ({
  db,
}) => {
  const { editor, admin } = await makeOffice(db, monday)
  const review = (id: string) =>
    db
      .selectFrom('entry_review')
      .select(['outcome', 'decided_by'])
      .where('entry_id', '=', id)
      .executeTakeFirst()
  for (const [author, state] of [
    [editor, 'in_review'],
    [admin, 'draft'],
  ] as const) {
    const draft = await makeDraft(db, author, monday)
    await move(db, author, draft, 'submit')
    const publication = await move(db, admin, draft, 'publish', later(1))
    const undone = await undoPublication(db, admin, { id: draft.id, ...publication }, later(2))
    expect(undone).toEqual({ ok: true, state })
    expect((await read(db, draft.id))?.state).toBe(state)
    expect(await review(draft.id)).toEqual(
      author === editor ? { outcome: null, decided_by: null } : undefined,
    )
  }
})

test('Undo is refused once someone has saved, moved or published it again', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const conflict = { ok: false, reason: 'conflict' }
  const undo = (id: string, publication: Awaited<ReturnType<typeof move>>) =>
    undoPublication(db, admin, { id, ...publication }, later(5))

  const saved = await makeDraft(db, admin, monday)
  const first = await move(db, admin, saved, 'publish')
  await save(db, admin, saved, 'Another text.')
  expect(await undo(saved.id, first)).toEqual(conflict)

  const again = await makeDraft(db, admin, monday)
  const second = await move(db, admin, again, 'publish')
  await move(db, admin, again, 'archive', later(1))
  expect(await undo(again.id, second)).toEqual(conflict)
  await move(db, admin, again, 'publish', later(2))
  expect(await undo(again.id, second)).toEqual(conflict)
  expect((await read(db, again.id))?.state).toBe('published')
})

test('Undo needs the right to publish, and never hides a page of the specification', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const draft = await makeDraft(db, editor, monday)
  const publication = await move(db, admin, draft, 'publish')
  expect(await undoPublication(db, editor, { id: draft.id, ...publication }, later(1))).toEqual({
    ok: false,
    reason: 'for-administrators',
  })

  await db.updateTable('entry').set({ slug: 'young-scientist-award' }).execute()
  expect(await undoPublication(db, admin, { id: draft.id, ...publication }, later(1))).toEqual({
    ok: false,
    reason: 'fixed-address',
  })
})

test('discarded changes come back as the version before', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const draft = await makeDraft(db, admin, monday)
  await move(db, admin, draft, 'publish')
  const changed = await save(db, admin, draft, 'Almost lost.')
  await move(db, admin, changed, 'discard', later(2))

  const { id, version } = changed
  expect(await restoreVersion(db, admin, { id, base: version + 1, number: version }, later(3))).toMatchObject(
    {
      ok: true,
    },
  )
  expect(await read(db, id)).toMatchObject({ state: 'draft', head_version: 5, live_version: 4 })
})
