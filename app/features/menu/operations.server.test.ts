import { expect } from 'vitest'
import { publishEntry } from '#features/content/operations.server.ts'
import { makeOffice } from '#test/content.ts'
import { monday, test } from '#test/db.ts'
import { listActions } from '#test/staff.ts'
import { changeMenu, undoMenuChange } from './operations.server.ts'
import { readMenuRows } from './queries.server.ts'

test('a change is kept, told in the trail and raises the content version', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const before = await versionOf(db)

  expect(await changeMenu(db, admin, { do: 'down', item: '/iaps' }, monday)).toEqual({
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

test('the last change can be undone, and that too', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await changeMenu(db, admin, { do: 'rename', item: '/iaps', label: 'One' }, monday)
  await changeMenu(db, admin, { do: 'reset' }, monday)
  expect(await readMenuRows(db)).toEqual([])

  await undoMenuChange(db, admin, monday)
  expect((await readMenuRows(db)).map(({ label }) => label)).toContain('One')
  await undoMenuChange(db, admin, monday)
  expect(await readMenuRows(db)).toEqual([])
})

test('what is added must lead to a page', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  const add = { do: 'add', group: 'about', label: 'Room', href: '/pages/room#hours' } as const
  expect(await changeMenu(db, admin, add, monday)).toEqual({ ok: false, reason: 'leads-nowhere' })

  await publishEntry(db, { kind: 'page', slug: 'room', data: { title: 'Room', sections: [] } }, monday)

  expect(await changeMenu(db, admin, add, monday)).toMatchObject({ ok: true })
  expect((await readMenuRows(db)).at(-1)).toMatchObject({ label: 'Room', href: '/pages/room#hours' })
})

test('a change that changes nothing is not told', async ({ db }) => {
  const { admin } = await makeOffice(db, monday)
  await changeMenu(db, admin, { do: 'reset' }, monday)
  await undoMenuChange(db, admin, monday)

  expect(await listActions(db)).not.toContain('menu.changed')
})

async function versionOf(db: Parameters<typeof readMenuRows>[0]) {
  const { version } = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
  return version
}
