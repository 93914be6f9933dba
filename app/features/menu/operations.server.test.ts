import { expect } from 'vitest'
import { publishEntry } from '#features/content/entry/operations.server.ts'
import { makeOffice } from '#test/makers/content.ts'
import { monday, test } from '#test/harness/db.ts'
import { listActions } from '#test/makers/staff.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { changeMenu, undoMenuChange } from './operations.server.ts'
import { readMenuRows, readMenus } from './queries.server.ts'

test('a change is saved, recorded in the audit trail and raises the content version', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const before = await versionOf(db)

  expect(await changeNow(db, admin, { do: 'down', item: '/iaps' })).toMatchObject({
    ok: true,
    item: '/iaps',
  })

  expect((await readMenuRows(db)).map(({ item }) => item).slice(0, 2)).toEqual([
    '/iaps/aims-objective-of-iaps',
    '/iaps',
  ])
  expect(await versionOf(db)).toBe(before + 1)
  expect(await listActions(db)).toContain('menu.changed')
  const { body } = await db
    .selectFrom('audit_detail')
    .select('body')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body).changes.About[1]).toMatch(/^Aims & Objective of IAPS · IAPS · /)
})

test('a change returns the mark that undoes it and nothing later', async ({ db }) => {
  const { admin, editor } = await makeOffice(db, monday)
  const done = await changeNow(db, admin, { do: 'rename', item: '/iaps', label: 'Mine' })
  if (!done.ok) throw new Error(done.reason)
  expect(done).toMatchObject({ canUndo: true, shownHash: (await readMenus(db)).shownHash })
  await changeNow(db, editor, { do: 'rename', item: '/iaps', label: 'Theirs' })

  expect(await undoMenuChange(db, admin, done.shownHash, monday)).toMatchObject({ reason: 'conflict' })
  expect((await readMenuRows(db)).map(({ label }) => label)).toContain('Theirs')
})

test('the last change can be undone, and so can that', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await changeNow(db, admin, { do: 'rename', item: '/iaps', label: 'One' })
  await changeNow(db, admin, { do: 'reset' })
  expect(await readMenuRows(db)).toEqual([])

  await undoNow(db, admin)
  expect((await readMenuRows(db)).map(({ label }) => label)).toContain('One')
  await undoNow(db, admin)
  expect(await readMenuRows(db)).toEqual([])
})

test('an added entry must lead to a page', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const add = { do: 'add', group: 'about', label: 'Room', href: '/pages/room#hours' } as const
  expect(await changeNow(db, admin, add)).toEqual({ ok: false, reason: 'leads-nowhere' })

  await publishEntry(db, { kind: 'page', slug: 'room', data: { title: 'Room', sections: [] } }, monday)

  expect(await changeNow(db, admin, add)).toMatchObject({ ok: true })
  expect((await readMenuRows(db)).at(-1)).toMatchObject({ label: 'Room', href: '/pages/room#hours' })
})

test('a change without effect is not recorded', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await changeNow(db, admin, { do: 'reset' })
  await undoNow(db, admin)

  expect(await listActions(db)).not.toContain('menu.changed')
})

test('someone who saw an older menu changes nothing and sees the change applied to the current one', async ({
  db,
}) => {
  const { admin } = await makeOffice(db, monday)
  const { shownHash } = await readMenus(db)
  await changeNow(db, admin, { do: 'rename', item: '/archive', label: 'Old papers' })
  const [before, actions] = [await readMenus(db), await listActions(db)]

  const rename = { do: 'rename', item: '/archive', label: 'The archive' } as const
  const refused = await changeMenu(db, admin, shownHash, rename, monday)
  expect(refused).toMatchObject({ ok: false, reason: 'conflict' })
  expect(refused).toMatchObject({
    differing: [
      {
        label: 'Top level',
        mine: expect.stringContaining('The archive'),
        theirs: expect.stringContaining('Old papers'),
      },
    ],
  })
  expect(await undoMenuChange(db, admin, shownHash, monday)).toMatchObject({ ok: false, reason: 'conflict' })
  expect(await changeMenu(db, admin, shownHash, { do: 'reset' }, monday)).toMatchObject({
    reason: 'conflict',
  })

  expect(await readMenus(db)).toEqual(before)
  expect(await listActions(db)).toEqual(actions)
  expect(await changeMenu(db, admin, before.shownHash, rename, monday)).toMatchObject({ ok: true })
})

test('what is impossible with the current menu is refused for that reason', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const { shownHash } = await readMenus(db)
  await changeNow(db, admin, { do: 'rename', item: '/archive', label: 'Old papers' })

  const same = { do: 'rename', item: '/news', label: 'Old papers' } as const
  expect(await changeMenu(db, admin, shownHash, same, monday)).toEqual({ ok: false, reason: 'not-found' })
})

/** Like someone who looks at the menu first. */
async function changeNow(db: Db, actor: Actor, change: Parameters<typeof changeMenu>[3]) {
  return changeMenu(db, actor, (await readMenus(db)).shownHash, change, monday)
}

async function undoNow(db: Db, actor: Actor) {
  return undoMenuChange(db, actor, (await readMenus(db)).shownHash, monday)
}

async function versionOf(db: Db) {
  const { version } = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return version
}
