import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { inShortOnlyOn } from '#test/harness/scale.ts'
import {
  actorFor,
  clientFrom,
  listActions,
  listLetters,
  makeSignedIn,
  makeStaff,
  otherPassword,
  rightPassword,
  sessionFor,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { acceptInvite, renewInvite } from './invitations.server.ts'
import { linkLetterJob, type LinkLetter } from './jobs.ts'
import { findLink } from './links.server.ts'
import { enable, invite } from '#features/staff/accounts/operations.server.ts'
import {
  requestReset,
  requestSignInLink,
  resetPassword,
  sendLinkLetter,
  useSignInLink,
} from './recovery.server.ts'
import { signIn } from '#features/staff/session/sign-in.server.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

async function sendLetters(db: Db, now: Date) {
  const send = (letter: LinkLetter) => sendLinkLetter(db, staffConfig, letter, now)
  await runDueJobs(db, { [linkLetterJob]: send }, () => now)
}

async function askReset(db: Db, email: string, now = monday) {
  expect(await requestReset(db, staffConfig, email, clientFrom(), now)).toEqual({ ok: true })
  await sendLetters(db, now)
}

const reset = (db: Db, token: string, now: Date, password = otherPassword) =>
  resetPassword(db, staffConfig, { token, password }, clientFrom(), now)

test('a known and an unknown address get the same answer; one gets a letter, with our own address in it', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)

  await askReset(db, email)
  await askReset(db, 'nobody@example.org')

  const letters = await listLetters(db)
  expect(letters).toMatchObject([{ kind: 'staff.reset', recipient: email }])
  expect(letters[0]?.body_text).toMatch(/\nhttps:\/\/iaps\.example\/admin\/link\/reset\?token=[\w-]{43}\n/)
  expect(await listActions(db)).toEqual(['staff.link-requested', 'staff.link-requested'])
})

test('a disabled account gets no letter', async ({ db }) => {
  const { email } = await makeStaff(db, monday, { state: 'disabled' })

  await askReset(db, email)

  expect(await listLetters(db)).toEqual([])
})

test('a reset ends all sessions, starts none, and is reported by letter; only the new password works', async ({
  db,
}) => {
  const { person, tokens } = await makeSignedIn(db, monday)
  await askReset(db, person.email)

  const done = await reset(db, await tokenIn(db, 'staff.reset'), later(29))

  const client = clientFrom('192.0.2.1', done.ok ? done.tokens : {})
  expect(await sessionFor(db, tokens, later(29))).toBeUndefined()
  expect(await db.selectFrom('staff_session').select('id').execute()).toEqual([])
  const tryWith = (password: string) =>
    signIn(db, staffConfig, { email: person.email, password }, client, later(29))
  expect(await tryWith(rightPassword)).toMatchObject({ ok: false, reason: 'wrong-password' })
  expect(await tryWith(otherPassword)).toMatchObject({ ok: true })
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['staff.reset', 'staff.password-changed'])
  expect((await listActions(db)).filter((action) => action === 'staff.password-reset')).toHaveLength(1)
})

test('a link works once, also in parallel', async ({ db }) => {
  const { email } = await makeStaff(db, monday)
  await askReset(db, email)
  const token = await tokenIn(db, 'staff.reset')

  const outcomes = await Promise.all(Array.from({ length: 5 }, () => reset(db, token, monday)))

  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await reset(db, token, monday)).toEqual({ ok: false, reason: 'link-dead' })
})

test('a link is dead after thirty minutes, tampered with, for another purpose, and once another one was used', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)
  await askReset(db, email)
  const first = await tokenIn(db, 'staff.reset')
  const dead = { ok: false, reason: 'link-dead' }

  expect(await reset(db, first, later(30))).toEqual(dead)
  expect(await reset(db, `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`, monday)).toEqual(dead)
  expect(await useSignInLink(db, first, clientFrom(), monday)).toEqual(dead)
  await askReset(db, email, later(1))
  expect(await reset(db, first, later(2))).toMatchObject({ ok: true })
  expect(await reset(db, await tokenIn(db, 'staff.reset'), later(2))).toEqual(dead)
})

test('a refused password does not use up the link', async ({ db }) => {
  const { email } = await makeStaff(db, monday)
  await askReset(db, email)
  const token = await tokenIn(db, 'staff.reset')

  expect(await reset(db, token, monday, 'too short')).toEqual({ ok: false, reason: 'too-short' })
  expect(await reset(db, token, monday)).toMatchObject({ ok: true })
})

test(
  'however often a stranger asks, the owner has a working link for a new password',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const { email } = await makeStaff(db, monday)
    const lastToken = () => tokenIn(db, 'staff.reset')
    for (let minute = 0; minute < 60; minute++) {
      await requestReset(db, staffConfig, email, clientFrom(`198.51.100.${minute}`), later(minute))
      await sendLetters(db, later(minute))
      const link = await findLink(db, 'reset', await lastToken(), later(minute))
      expect([minute, link?.isOver]).toEqual([minute, false])
    }
    expect(await listLetters(db)).toHaveLength(6)
    const requested = () => requestReset(db, staffConfig, email, clientFrom(), later(59))
    expect(await requested()).toEqual({ ok: false, reason: 'sent-before' })

    expect(await reset(db, await lastToken(), later(59))).toMatchObject({ ok: true })
    expect(await requested()).toEqual({ ok: true })
    await sendLetters(db, later(59))
    expect(await reset(db, await lastToken(), later(59))).toMatchObject({ ok: true })
  },
)

test('requesting links for an address without an account blocks no invitation', async ({ db }) => {
  const email = 'new@example.org'
  for (let time = 0; time < 9; time++) {
    await requestReset(db, staffConfig, email, clientFrom(`198.51.100.${time}`), monday)
    await requestSignInLink(db, staffConfig, email, clientFrom(`198.51.100.${time}`), monday)
  }
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const answers = { email, role: 'editor', reason: 'Edits' } as const
  expect(await invite(db, staffConfig, admin, answers, monday)).toEqual({ ok: true })
  const token = await tokenIn(db, 'staff.invited')
  expect(await renewInvite(db, staffConfig, token, clientFrom(), monday)).toEqual({ ok: true })

  const person = { name: 'Nila Roy', phone: '', password: otherPassword }
  const accepted = { ...person, token: await tokenIn(db, 'staff.invited') }
  expect(await acceptInvite(db, staffConfig, accepted, clientFrom(), monday)).toMatchObject({ ok: true })
  await askReset(db, email)
  expect(await reset(db, await tokenIn(db, 'staff.reset'), monday)).toMatchObject({ ok: true })
})

test('requesting links while an account is disabled does not block its owner afterwards', async ({ db }) => {
  const { email, id } = await makeStaff(db, monday, { state: 'disabled' })
  for (let time = 0; time < 3; time++) await requestReset(db, staffConfig, email, clientFrom(), monday)
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  await enable(db, staffConfig, admin, id, { reason: 'Back' }, monday)

  await askReset(db, email)
  expect(await reset(db, await tokenIn(db, 'staff.reset'), monday)).toMatchObject({ ok: true })
})

test(
  'however often a stranger asks, the owner has a working sign-in link, and not many letters',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const { email } = await makeStaff(db, monday, { role: 'admin' })
    for (let minute = 0; minute < 60; minute++) {
      await requestReset(db, staffConfig, email, clientFrom(`198.51.100.${minute}`), later(minute))
      await requestSignInLink(db, staffConfig, email, clientFrom(`198.51.100.${minute}`), later(minute))
      await sendLetters(db, later(minute))
    }
    const requested = await requestSignInLink(db, staffConfig, email, clientFrom(), later(59))
    expect(requested).toEqual({ ok: false, reason: 'sent-before' })
    const letters = (await listLetters(db)).filter(({ kind }) => kind === 'staff.sign-in-link')
    expect(letters).toHaveLength(6)

    const tokens = letters.map(({ body_text }) => /token=([\w-]{43})/.exec(body_text)?.[1] ?? '')
    const use = (token = '') => useSignInLink(db, token, clientFrom(), later(59))
    expect(await use(tokens[3])).toEqual({ ok: false, reason: 'link-dead' })
    expect(await use(tokens[4])).toMatchObject({ ok: true })
    expect(await use(tokens[5])).toEqual({ ok: false, reason: 'link-dead' })
  },
)

test('only a hash of the link is stored', async ({ db }) => {
  const { email } = await makeStaff(db, monday)
  await askReset(db, email)
  const token = await tokenIn(db, 'staff.reset')

  expect(JSON.stringify(await db.selectFrom('staff_link').selectAll().execute())).not.toContain(token)
})

test('someone locked out by a stranger can sign in by a mailed link and the password', async ({ db }) => {
  const { email, id } = await makeStaff(db, monday, { role: 'admin' })
  await db.updateTable('staff_user').set({ failures: 99 }).where('id', '=', id).execute()
  const answers = { email, password: rightPassword }
  expect(await signIn(db, staffConfig, answers, clientFrom(), monday)).toMatchObject({ reason: 'locked' })

  await requestSignInLink(db, staffConfig, email, clientFrom(), monday)
  await sendLetters(db, monday)
  const token = await tokenIn(db, 'staff.sign-in-link')
  const used = await useSignInLink(db, token, clientFrom(), later(1))

  const client = clientFrom('203.0.113.5', used.ok ? used.tokens : {})
  expect(await signIn(db, staffConfig, answers, client, later(1))).toMatchObject({ ok: true })
  expect(await db.selectFrom('staff_session').select('id').execute()).toHaveLength(1)
})

test('someone who resets the password while a stranger keeps the account paused can sign in immediately', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday, { role: 'admin' })
  const enter = (password: string, client = clientFrom()) =>
    signIn(db, staffConfig, { email, password }, client, monday)
  for (let time = 0; time < 10; time++) await enter(`guess number ${time}`)
  expect(await enter(rightPassword)).toMatchObject({ reason: 'too-many' })

  await askReset(db, email)
  const done = await reset(db, await tokenIn(db, 'staff.reset'), monday)

  expect(await enter(otherPassword, clientFrom('192.0.2.1', done.ok ? done.tokens : {}))).toMatchObject({
    ok: true,
  })
})
