import { expect } from 'vitest'
import { storeWorkingCopy } from '#features/content/entry/working-copies.server.ts'
import { moveEntry } from '#features/content/entry/moves.server.ts'
import { changeSettings } from '#features/settings/operations.server.ts'
import { lampData, makeDraft, makeOffice, makePublished } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { makeStaff } from '#test/makers/staff.ts'
import type { Actor } from '#features/audit/actor.ts'
import { readAdminDesk, readEditorDesk } from './desk.server.ts'

const day = 86_400_000

test('texts wait for review with the oldest first', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  for (const [days, title] of [
    [2, 'Third'],
    [0, 'First'],
    [1, 'Second'],
  ] as const) {
    const at = new Date(monday.getTime() + days * day)
    const draft = await makeDraft(db, editor, at, { ...lampData, title })
    expect(await moveEntry(db, editor, { ...draft, move: 'submit' }, at)).toEqual({ ok: true })
  }

  const { inReview, mayPublish } = await readAdminDesk(db, idOf(admin), monday)

  expect(inReview.lines.map(({ title }) => title)).toEqual(['First', 'Second', 'Third'])
  expect([inReview.total, mayPublish]).toEqual([3, true])
})

test('everyone sees their own drafts, and people who may publish are named', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  await makeDraft(db, editor, monday, { ...lampData, title: 'Of the editor' })
  await makeDraft(db, admin, monday, { ...lampData, title: 'Of the administrator' })

  const desk = await readEditorDesk(db, who(editor), monday)
  await changeSettings(db, admin, { editorsPublish: true }, monday)

  expect(desk.drafts.lines.map(({ title }) => title)).toEqual(['Of the editor'])
  expect(desk.mayPublish).toBe(false)
  expect((await readEditorDesk(db, who(editor), monday)).mayPublish).toBe(true)
})

test('scheduled entries are listed soonest first, and only as many as fit', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  for (let days = 10; days > 0; days--) {
    const draft = await makeDraft(db, admin, monday, { ...lampData, title: `In ${days} days` })
    const at = new Date(monday.getTime() + days * day)
    await moveEntry(db, admin, { ...draft, move: 'schedule', at }, monday)
  }

  const { scheduled } = await readAdminDesk(db, idOf(admin), monday)

  expect(scheduled.total).toBe(10)
  expect(scheduled.lines.map(({ title }) => title)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((days) => `In ${days} days`),
  )
})

test('what was published is counted by the months of the office', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  // In India the new year has started by then.
  await makePublished(db, admin, new Date('1994-12-31T18:45:00Z'), { ...lampData, title: 'One' })
  await makePublished(db, admin, new Date('1994-12-31T18:00:00Z'), { ...lampData, title: 'Two' })
  await makePublished(db, admin, new Date('1994-01-20T00:00:00Z'), { ...lampData, title: 'Long ago' })

  const { published } = await readEditorDesk(db, who(admin), monday)

  expect(published).toHaveLength(12)
  expect([published[0], ...published.slice(-2)]).toEqual([
    { label: '1994-02', value: 0 },
    { label: '1994-12', value: 1 },
    { label: '1995-01', value: 1 },
  ])
})

test('what someone typed and did not save is on their own dashboard only', async ({ db }) => {
  const { editor, admin } = await makeOffice(db, monday)
  const draft = await makeDraft(db, editor, monday, { ...lampData, title: 'A lamp' })
  const typedAt = new Date(monday.getTime() + day)
  const typed = { data: { ...lampData, title: 'A brighter lamp' }, raw: {} }
  const write = { id: draft.id, base: draft.version, seen: ['none'], revision: 'one', page: 'tab', typed }
  expect(await storeWorkingCopy(db, editor, write, typedAt)).toEqual({ ok: true })

  const { unsaved } = await readEditorDesk(db, who(editor), typedAt)

  expect(unsaved.lines.map(({ title, updatedAt }) => [title, updatedAt])).toEqual([
    ['A lamp', typedAt.getTime()],
  ])
  expect((await readAdminDesk(db, idOf(admin), typedAt)).unsaved.total).toBe(0)
})

function idOf(actor: Actor) {
  return who(actor).id
}

function who(actor: Actor) {
  if (actor.kind !== 'staff') throw new Error('Only staff have a desk.')
  return { id: actor.id, role: actor.role }
}

test('the number of pending accounts is shown, and since when the oldest waits, without their names', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  expect((await readAdminDesk(db, idOf(admin), monday)).pending).toEqual({ count: 0, oldestAt: null })

  for (const days of [3, 1, 2])
    await makeStaff(db, new Date(monday.getTime() + days * day), { state: 'pending' })

  const { pending } = await readAdminDesk(db, idOf(admin), monday)
  expect(pending).toEqual({ count: 3, oldestAt: monday.getTime() + day })
})
