import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import { actorFor, makeSignedIn, makeStaff, staffConfig } from '#test/makers/staff.ts'
import type { StaffListQuery } from './form.ts'
import { makeFirstAdminLink } from '#features/staff/joining/joining.server.ts'
import { invite } from './operations.server.ts'
import { countStaff, findStaff, listOpenInvites, listStaff } from './queries.server.ts'
import { clearExpired } from './retention.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'

const day = 24 * 3_600_000

test('staff are listed with pending accounts first, and found by name, address, state and role', async ({
  db,
}) => {
  await makeStaff(db, monday, { name: 'Zoya Khan', email: 'zoya@example.org', role: 'admin' })
  await makeStaff(db, monday, { name: 'Anil_Das', email: 'anil@example.org' })
  await makeStaff(db, monday, { name: 'Mira Sen', email: 'mira@example.org', state: 'pending' })
  await makeStaff(db, monday, { name: 'Bela Roy', email: 'bela@example.org', state: 'disabled' })
  const names = async (query: object, size?: number) =>
    (await listStaff(db, { search: '', page: 1, dir: 'asc', ...query }, size)).people.map(({ name }) => name)

  expect(await names({})).toEqual(['Mira Sen', 'Anil_Das', 'Zoya Khan', 'Bela Roy'])
  expect(await names({ page: 2 }, 3)).toEqual(['Bela Roy'])
  expect(await names({ search: ' ZOYA ' })).toEqual(['Zoya Khan'])
  expect(await names({ search: 'mira@' })).toEqual(['Mira Sen'])
  expect(await names({ search: '_' })).toEqual(['Anil_Das'])
  expect(await names({ search: '%' })).toEqual([])
  expect(await names({ state: 'active', role: 'admin' })).toEqual(['Zoya Khan'])
  expect((await listStaff(db, { search: '', page: 1, dir: 'asc' }, 1)).total).toBe(4)
  expect(await countStaff(db)).toEqual({ pending: 1, active: 2, disabled: 1, admins: 1 })
})

test('staff are listed in the requested order, on either engine', async ({ db }) => {
  const { person } = await makeSignedIn(db, monday)
  await makeStaff(db, monday, { name: 'anil Das', email: 'z@example.org', role: 'admin' })
  await makeStaff(db, monday, { name: 'Zoya Khan', email: 'a@example.org', state: 'pending' })
  const names = async (sort: StaffListQuery['sort'], dir: 'asc' | 'desc') =>
    (await listStaff(db, { search: '', page: 1, sort, dir })).people.map(({ name }) => name)

  expect(await names('name', 'asc')).toEqual(['anil Das', person.name, 'Zoya Khan'])
  expect(await names('name', 'desc')).toEqual(['Zoya Khan', person.name, 'anil Das'])
  expect((await names('email', 'desc'))[0]).toBe('anil Das')
  expect(await names('role', 'asc')).toEqual(['Zoya Khan', 'anil Das', person.name])
  expect(await names('state', 'desc')).toEqual(['Zoya Khan', 'anil Das', person.name])
  expect(await names('seen', 'desc')).toEqual([person.name, 'Zoya Khan', 'anil Das'])
})

test('a row about a person contains what staff need and nothing secret', async ({ db }) => {
  const { person } = await makeSignedIn(db, monday)

  expect(await findStaff(db, person.id)).toEqual({
    id: person.id,
    name: 'Meera Rao',
    email: person.email,
    phone: '+91 532 246 0000',
    role: 'editor',
    requestedRole: 'editor',
    state: 'active',
    emailVerified: true,
    hasFactor: false,
    createdAt: monday,
    lastSeenAt: monday,
  })
  expect(await findStaff(db, 'nobody')).toBeUndefined()
})

test('open invitations are listed with who made them', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin', name: 'Zoya Khan' })
  await invite(
    db,
    staffConfig,
    actorFor(admin),
    { email: 'new@example.org', role: 'editor', reason: 'Help' },
    monday,
  )

  expect(await listOpenInvites(db, monday)).toEqual([
    { email: 'new@example.org', role: 'editor', createdAt: monday, madeBy: 'Zoya Khan' },
  ])
  expect(await listOpenInvites(db, new Date(monday.getTime() + 7 * day))).toEqual([])
})

test('expired data is removed, and nothing else', async ({ db }) => {
  await makeSignedIn(db, monday)
  await claimTry(db, staffLimits.account, 'a', monday)
  await makeFirstAdminLink(db, staffConfig, monday)
  const counts = async () => {
    const tables = ['staff_session', 'throttle', 'staff_link', 'staff_user'] as const
    return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
  }

  await clearExpired(db, monday)
  expect(await counts()).toEqual([1, 1, 1, 1])
  await clearExpired(db, new Date(monday.getTime() + day))
  expect(await counts()).toEqual([0, 0, 1, 1])
  await clearExpired(db, new Date(monday.getTime() + 31 * day))
  expect(await counts()).toEqual([0, 0, 0, 1])
})
