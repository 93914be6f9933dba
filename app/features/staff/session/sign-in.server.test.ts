import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { countStatements } from '#test/harness/databases/count-statements.ts'
import { monday, test } from '#test/harness/db.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import {
  clientFrom,
  listActions,
  listLetters,
  makeStaff,
  rightPassword,
  sessionFor,
  staffConfig,
} from '#test/makers/staff.ts'
import { hashPassword } from './passwords.server.ts'
import { signIn } from './sign-in.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)
const wrong = 'not at all the right one'

function tryIn(db: Db, email: string, password: string, client = clientFrom(), now = monday) {
  return signIn(db, staffConfig, { email, password }, client, now)
}

test('the right password opens a session and remembers the browser', async ({ db }) => {
  const { email, id } = await makeStaff(db, monday)

  const outcome = await tryIn(db, email, rightPassword)

  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome).toMatchObject({
    next: 'done',
    hasFactor: false,
    user: { id, role: 'editor', state: 'active' },
  })
  expect(await sessionFor(db, outcome.tokens, monday)).toMatchObject({ isHalf: false, user: { id } })
  expect(outcome.tokens.device).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    seconds: 180 * 24 * 3600,
  })
  expect(await listActions(db)).toEqual(['staff.signed-in'])
})

test('an unknown address and a wrong password get different messages, and each makes one entry', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)

  expect(await tryIn(db, 'nobody@example.org', wrong)).toEqual({ ok: false, reason: 'unknown-user' })
  expect(await tryIn(db, email, wrong)).toEqual({ ok: false, reason: 'wrong-password' })
  expect(await listActions(db)).toEqual(['staff.sign-in-failed', 'staff.sign-in-failed'])
})

test('a known and an unknown address cost the same database work', async ({ db }) => {
  const { email } = await makeStaff(db, monday)
  const known = countStatements(db)
  const unknown = countStatements(db)

  await tryIn(known.db, email, wrong)
  await tryIn(unknown.db, 'nobody@example.org', wrong)

  expect(unknown.counts).toEqual(known.counts)
  expect(known.counts.written).toBeGreaterThan(5)
})

test('only someone who knows the password learns that an account is disabled', async ({ db }) => {
  const { email } = await makeStaff(db, monday, { state: 'disabled' })

  expect(await tryIn(db, email, wrong)).toEqual({ ok: false, reason: 'wrong-password' })
  expect(await tryIn(db, email, rightPassword)).toEqual({ ok: false, reason: 'disabled' })
  expect(await db.selectFrom('staff_session').select('id').execute()).toEqual([])
})

test('someone pending approval can sign in and has no role', async ({ db }) => {
  const { email } = await makeStaff(db, monday, { state: 'pending', role: 'admin' })

  expect(await tryIn(db, email, rightPassword)).toMatchObject({
    ok: true,
    user: { role: null, state: 'pending' },
  })
})

test(
  'while too many passwords are hashed no password is checked, and no try is counted',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const { email } = await makeStaff(db, monday)
    const many = Array.from({ length: 52 }, () => hashPassword(wrong))

    expect(await tryIn(db, email, rightPassword)).toEqual({ ok: false, reason: 'busy' })
    expect(await db.selectFrom('throttle').selectAll().execute()).toEqual([])
    await Promise.all(many)
    expect(await tryIn(db, email, rightPassword)).toMatchObject({ ok: true })
  },
)

test('of twenty wrong passwords in a row ten are checked; after the wait the right one works', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)
  for (let time = 0; time < 20; time++)
    expect(await tryIn(db, email, wrong)).toEqual(
      time < 10
        ? { ok: false, reason: 'wrong-password' }
        : { ok: false, reason: 'too-many', until: later(15) },
    )
  expect(await tryIn(db, email, rightPassword)).toMatchObject({ reason: 'too-many' })
  expect(await tryIn(db, email, rightPassword, clientFrom(), later(15))).toMatchObject({ ok: true })
  const actions = await listActions(db)
  expect(actions.filter((action) => action === 'staff.sign-in-paused')).toHaveLength(1)
})

test.for([
  ['one address', () => '198.51.100.7'],
  ['two hundred addresses', (index: number) => `198.51.${index}.7`],
  ['one address in every spelling', (index: number) => spellings[index % spellings.length]!],
] as const)(
  'two hundred parallel tries from %s count as no more than ten tries of one account',
  async ([, addressOf], { db }) => {
    const { email } = await makeStaff(db, monday)
    const tries = Array.from({ length: 200 }, (_, index) =>
      tryIn(db, email, wrong, clientFrom(addressOf(index))),
    )

    const reasons = (await Promise.all(tries)).map((tried) => (tried.ok ? 'in' : tried.reason))

    expect(reasons.filter((reason) => reason === 'wrong-password')).toHaveLength(10)
    expect(reasons.filter((reason) => reason === 'too-many')).toHaveLength(190)
  },
)

const spellings = ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:198.51.100.7', '::ffff:c633:6407']

test('one network may try a hundred times, however its addresses are written', async ({ db }) => {
  const spellings = (index: number) => [`2001:DB8:0:1::${index}`, `2001:db8:0:1:0:0:0:${index}`][index % 2]
  const people = await Promise.all(Array.from({ length: 12 }, () => makeStaff(db, monday)))
  const reasons = []
  for (let time = 0; time < 120; time++) {
    const { email } = people[time % people.length] ?? { email: '' }
    const tried = await tryIn(db, email, wrong, clientFrom(spellings(time % 10)))
    reasons.push(tried.ok ? 'in' : tried.reason)
  }

  expect(reasons.filter((reason) => reason === 'wrong-password')).toHaveLength(100)
})

test('forty people behind one address can all sign in', async ({ db }) => {
  const people = await Promise.all(Array.from({ length: 40 }, () => makeStaff(db, monday)))

  const outcomes = await Promise.all(people.map(({ email }) => tryIn(db, email, rightPassword)))

  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(40)
})

test(
  'fewer than a hundred wrong passwords in a row are ever checked',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const { email, id } = await makeStaff(db, monday)
    let looked = 0
    for (let time = 0; time < 120; time++) {
      const now = later(time * 16)
      const tried = await tryIn(db, email, wrong, clientFrom(), now)
      if (!tried.ok && tried.reason === 'wrong-password') looked++
      if (!tried.ok && tried.reason === 'locked') break
    }

    expect(looked).toBe(80)
    expect(await tryIn(db, email, rightPassword, clientFrom(), later(10_000))).toEqual({
      ok: false,
      reason: 'locked',
    })
    await db.updateTable('staff_user').set({ failures: 0 }).where('id', '=', id).execute()
    expect(await tryIn(db, email, rightPassword, clientFrom(), later(20_000))).toMatchObject({ ok: true })
  },
)

test('a known browser can sign in while a stranger keeps failing', async ({ db }) => {
  const { email } = await makeStaff(db, monday, { role: 'admin' })
  const first = await tryIn(db, email, rightPassword)
  if (!first.ok) throw new Error(first.reason)
  for (let time = 0; time < 12; time++) await tryIn(db, email, wrong, clientFrom('198.51.100.9'))

  expect(await tryIn(db, email, rightPassword, clientFrom('203.0.113.5'))).toMatchObject({
    reason: 'too-many',
  })
  expect(await tryIn(db, email, rightPassword, clientFrom('203.0.113.5', first.tokens))).toMatchObject({
    ok: true,
  })
})

test('the token of a browser counts only for the account that used it', async ({ db }) => {
  const first = await makeStaff(db, monday)
  const other = await makeStaff(db, monday)
  const known = await tryIn(db, first.email, rightPassword)
  if (!known.ok) throw new Error(known.reason)
  const client = clientFrom('192.0.2.1', known.tokens)
  for (let time = 0; time < 10; time++) await tryIn(db, other.email, wrong)

  expect(await tryIn(db, other.email, wrong, client)).toMatchObject({ reason: 'too-many' })
})

test('a sign-in from a second browser is reported by letter, from the first or a known one it is not', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)
  const first = await tryIn(db, email, rightPassword)
  if (!first.ok) throw new Error(first.reason)
  await tryIn(db, email, rightPassword, clientFrom('192.0.2.1', first.tokens))
  expect(await listLetters(db)).toEqual([])

  await tryIn(db, email, rightPassword, clientFrom('203.0.113.5'))

  expect(await listLetters(db)).toMatchObject([{ kind: 'staff.new-device', recipient: email }])
})

test('a known browser can sign in after a stranger behind the same address has used up all tries', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)
  const first = await tryIn(db, email, rightPassword)
  const known = clientFrom('192.0.2.1', first.ok ? first.tokens : {})
  for (let time = 0; time < 100; time++) await claimTry(db, staffLimits.address, '192.0.2.1', monday)

  expect(await tryIn(db, email, rightPassword)).toMatchObject({ reason: 'too-many' })
  expect(await tryIn(db, email, rightPassword, known)).toMatchObject({ ok: true })
})
