import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import {
  clientFrom,
  listActions,
  makeSignedIn,
  makeStaff,
  rightPassword,
  sessionFor,
  staffConfig,
} from '#test/makers/staff.ts'
import { changeRole, disable } from '#features/staff/accounts/operations.server.ts'
import {
  beginSession,
  endAllSessions,
  endOtherSession,
  endSession,
  listSessions,
  noteSeen,
} from './sessions.server.ts'
import { signIn } from './sign-in.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

test('a new session has a token of 256 bits, for twelve hours', async ({ db }) => {
  const { tokens } = await makeSignedIn(db, monday)

  expect(tokens).toEqual({ session: { token: expect.stringMatching(/^[\w-]{43}$/), seconds: 43_200 } })
})

test('only the hash of a token is in the database', async ({ db }) => {
  const { tokens } = await makeSignedIn(db, monday)
  const { token } = tokens.session

  const rows = await db.selectFrom('staff_session').selectAll().execute()

  expect(rows).toMatchObject([
    { token_hash: hashToken(token), user_agent: 'A browser', ip_address: '192.0.2.1' },
  ])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await sessionFor(db, tokens, monday)).toBeDefined()
})

test('a hundred thousand tokens are all different', () => {
  expect(new Set(Array.from({ length: 100_000 }, newToken)).size).toBe(100_000)
})

test('signing in gives a new token and voids the old one', async ({ db }) => {
  const { person, tokens, client } = await makeSignedIn(db, monday)

  const again = await signIn(
    db,
    staffConfig,
    { email: person.email, password: rightPassword },
    client,
    monday,
  )

  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await sessionFor(db, again.ok ? again.tokens : {}, monday)).toBeDefined()
})

test.for([
  ['admin', 29, true],
  ['admin', 30, false],
  ['editor', 119, true],
  ['editor', 120, false],
] as const)(
  'the session of an %s that is idle for %i minutes is open: %s',
  async ([role, idle, isOpen], { db }) => {
    const { tokens } = await makeSignedIn(db, monday, { role })

    expect((await sessionFor(db, tokens, later(idle))) !== undefined).toBe(isOpen)
  },
)

test('however busy, a session ends after twelve hours', async ({ db }) => {
  const { tokens } = await makeSignedIn(db, monday)
  for (let minutes = 0; minutes < 720; minutes += 60) {
    const session = await sessionFor(db, tokens, later(minutes))
    if (!session) throw new Error(`gone after ${minutes} minutes`)
    await noteSeen(db, session, later(minutes))
  }

  expect(await sessionFor(db, tokens, later(719))).toBeDefined()
  expect(await sessionFor(db, tokens, later(720))).toBeUndefined()
})

test('activity is recorded at most once a minute', async ({ db }) => {
  const { session, tokens } = await makeSignedIn(db, monday)

  await noteSeen(db, session, new Date(monday.getTime() + 59_000))
  expect((await sessionFor(db, tokens, monday))?.lastSeenAt).toEqual(monday)
  await noteSeen(db, session, later(1))
  expect((await sessionFor(db, tokens, monday))?.lastSeenAt).toEqual(later(1))
})

test('signing out voids and removes the token', async ({ db }) => {
  const { session, tokens, actor } = await makeSignedIn(db, monday)

  const ended = await endSession(db, actor, session, monday)

  expect(ended.tokens).toEqual({ session: 'remove' })
  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await listActions(db)).toEqual(['staff.signed-out'])
})

test('signing out everywhere voids every token of the person and nobody else’s', async ({ db }) => {
  const one = await makeSignedIn(db, monday)
  const other = await makeSignedIn(db, monday)
  const second = await beginSession(
    db,
    staffConfig,
    { userId: one.person.id, secondFactorAt: null, provedAt: monday },
    clientFrom(),
    monday,
  )
  expect(await listSessions(db, one.person.id, monday)).toHaveLength(2)

  await endAllSessions(db, one.actor, one.session, monday)

  expect(await sessionFor(db, one.tokens, monday)).toBeUndefined()
  expect(await sessionFor(db, { session: second }, monday)).toBeUndefined()
  expect(await sessionFor(db, other.tokens, monday)).toBeDefined()
  expect(await listActions(db)).toEqual(['staff.sessions-ended'])
})

test('people can end another session of their own, but not someone else’s', async ({ db }) => {
  const one = await makeSignedIn(db, monday)
  const other = await makeSignedIn(db, monday)
  await beginSession(
    db,
    staffConfig,
    { userId: one.person.id, secondFactorAt: null, provedAt: monday },
    clientFrom(),
    monday,
  )
  const second = (await listSessions(db, one.person.id, monday)).find(({ id }) => id !== one.session.id)

  expect(await endOtherSession(db, one.actor, one.session, other.session.id, monday)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await endOtherSession(db, one.actor, one.session, second?.id ?? '', monday)).toEqual({ ok: true })
  expect(await listSessions(db, one.person.id, monday)).toHaveLength(1)
  expect(await sessionFor(db, other.tokens, monday)).toBeDefined()
})

test.for(['change-role', 'disable'] as const)(
  '%s voids every token of the person immediately',
  async (move, { db }) => {
    const admin = await makeSignedIn(db, monday, { role: 'admin' })
    const { person, tokens } = await makeSignedIn(db, monday)
    const shared = [db, staffConfig, admin.actor, person.id] as const

    if (move === 'disable') await disable(...shared, { reason: 'A test' }, monday)
    else await changeRole(...shared, { role: 'admin', reason: 'A test' }, monday)

    expect(await sessionFor(db, tokens, monday)).toBeUndefined()
    expect(await sessionFor(db, admin.tokens, monday)).toBeDefined()
  },
)

test('a new person never gets the id or the sessions of a deleted one', async ({ db }) => {
  const { person, tokens } = await makeSignedIn(db, monday)
  await db.deleteFrom('staff_user').where('id', '=', person.id).execute()

  const fresh = await makeStaff(db, monday, { email: person.email })

  expect(fresh.id).not.toBe(person.id)
  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await listSessions(db, fresh.id, monday)).toEqual([])
})
