import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeStaff } from '#test/makers/staff.ts'
import { listEntries } from './queries.server.ts'
import { readTrail } from './reading.server.ts'

test('reading the trail is itself an entry, with the search terms', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))

  const first = await readTrail(db, admin, { q: 'lamp', from: '2026-11-01', page: 1 }, monday)

  expect(first.entries).toEqual([])
  const { entries } = await listEntries(db, admin, {}, 1)
  expect(entries).toMatchObject([
    { action: 'audit.read', subject: 'audit', details: { q: 'lamp', from: '2026-11-01', page: 1, shown: 0 } },
  ])
})

test('the next reader sees who read the trail', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  await readTrail(db, admin, { page: 1 }, monday)

  const { entries, actions } = await readTrail(db, admin, { page: 1 }, monday)

  expect(entries.map(({ action }) => action)).toEqual(['audit.read'])
  expect(actions).toEqual(['audit.read'])
})
