import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { duplicateEntry } from '#features/content/entry/duplicating.server.ts'
import { findForStaff } from '#features/content/reading/staff-queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeDraft } from '#test/makers/content.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { moveSeveral } from './bulk.server.ts'
import { assignReviewer, moveReviewed } from './operations.server.ts'

const origin = 'https://iaps.example'

async function makeAdministrator(db: Db): Promise<StaffActor> {
  return actorFor(await makeStaff(db, monday, { role: 'admin' }))
}

test('Undo of a review is refused once someone else has assigned it', async ({ db }) => {
  const [author, me, colleague] = [
    await makeAdministrator(db),
    await makeAdministrator(db),
    await makeAdministrator(db),
  ]
  const draft = await makeDraft(db, author, monday)
  const { id } = draft
  await moveReviewed(db, author, { ...draft, move: 'submit' }, origin, monday)
  const assign = (to: string | null, shownHash?: string) =>
    assignReviewer(db, me, { id, reviewer: to ?? undefined, shownHash }, origin, monday)
  const mine = await assign(me.id)
  const theirs = await assign(colleague.id)
  if (!mine.ok || !theirs.ok) throw new Error('The review was not assigned.')

  expect(await assign(mine.before, mine.shownHash)).toEqual({ ok: false, reason: 'conflict' })
  expect(await assign(theirs.before, theirs.shownHash)).toMatchObject({ ok: true, before: colleague.id })
})

test('Undo of a move is refused once someone else has moved the entry', async ({ db }) => {
  const [me, colleague] = [await makeAdministrator(db), await makeAdministrator(db)]
  const draft = await makeDraft(db, me, monday)
  const mine = await moveReviewed(db, me, { ...draft, move: 'submit' }, origin, monday)
  const at = new Date(monday.getTime() + 3_600_000)
  const theirs = await moveReviewed(db, colleague, { ...draft, move: 'schedule', at }, origin, monday)
  if (!mine.ok || !theirs.ok) throw new Error('The entry was not moved.')
  const undo = ({ shownHash }: typeof mine) =>
    moveReviewed(db, me, { ...draft, move: 'withdraw', shownHash }, origin, monday)

  expect(await undo(mine)).toEqual({ ok: false, reason: 'conflict' })
  expect(await findForStaff(db, draft.id)).toMatchObject({ state: 'scheduled' })
  expect(await undo(theirs)).toMatchObject({ ok: true, before: 'scheduled' })
})

test('Undo for several leaves the entries that someone else has moved since', async ({ db }) => {
  const [me, colleague] = [await makeAdministrator(db), await makeAdministrator(db)]
  const [mine, theirs] = [await makeDraft(db, me, monday), await makeDraft(db, me, monday)]
  const lines = [mine, theirs].map(({ id, version }) => `${id}_${version}`)
  await moveSeveral(db, me, lines, { move: 'bin' }, origin, monday)
  const { shownHash } = await moveSeveral(db, me, lines, { move: 'restore' }, origin, monday)
  await moveReviewed(db, colleague, { ...theirs, move: 'publish' }, origin, monday)

  expect(await moveSeveral(db, me, lines, { move: 'bin', shownHash }, origin, monday)).toMatchObject({
    ...{ moved: 1, refused: [{ reason: 'conflict' }] },
  })
  expect(await findForStaff(db, theirs.id)).toMatchObject({ state: 'published' })
})

test('Undo of a copy is refused once someone else has published it', async ({ db }) => {
  const [me, colleague] = [await makeAdministrator(db), await makeAdministrator(db)]
  const { id } = await makeDraft(db, me, monday)
  const copy = await duplicateEntry(db, me, id, monday)
  if (!copy.ok) throw new Error(copy.reason)
  const { id: copyId, version, shownHash } = copy
  const move = (actor: StaffActor, move: 'publish' | 'bin', undoing = {}) =>
    moveReviewed(db, actor, { id: copyId, version, move, ...undoing }, origin, monday)
  await move(colleague, 'publish')

  expect(await move(me, 'bin', { shownHash })).toEqual({ ok: false, reason: 'conflict' })
  const another = await duplicateEntry(db, me, id, monday)
  if (!another.ok) throw new Error(another.reason)
  const undone = await moveReviewed(db, me, { ...another, move: 'bin' }, origin, monday)
  expect(undone).toMatchObject({ ok: true })
})
