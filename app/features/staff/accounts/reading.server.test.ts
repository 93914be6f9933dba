import { expect } from 'vitest'
import { listEntries, listHistoryOf } from '#features/audit/queries.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, listActions, makeStaff } from '#test/makers/staff.ts'
import { readAccount, readAccounts } from './reading.server.ts'

test('reading one account is recorded in the trail, and not in the history of the account', async ({
  db,
}) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id, email } = await makeStaff(db, monday)

  expect(await readAccount(db, admin, id, monday)).toMatchObject({ id, email })

  const { entries } = await listEntries(db, admin, {}, 1)
  expect(entries).toMatchObject([{ action: 'staff.read', subject: `staff:${id}` }])
  expect((await listHistoryOf(db, admin, `staff:${id}`, 1)).entries).toEqual([])
})

test('an account that does not exist leaves no entry', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))

  expect(await readAccount(db, admin, 'nobody', monday)).toBeUndefined()

  expect(await listActions(db)).toEqual([])
})

test('reading the list of accounts is recorded in the trail once, with the search terms', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin', name: 'Asha Rao' }))
  await makeStaff(db, monday, { name: 'Ben Li' })

  const { people, total } = await readAccounts(db, admin, { search: 'ben', page: 1, dir: 'asc' }, 25, monday)

  expect([people.map(({ name }) => name), total]).toEqual([['Ben Li'], 1])
  const { entries } = await listEntries(db, admin, {}, 1)
  expect(entries).toMatchObject([
    { action: 'staff-list.read', subject: 'staff', details: { search: 'ben', page: 1, shown: 1 } },
  ])
})
