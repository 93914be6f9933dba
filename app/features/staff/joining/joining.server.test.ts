import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { countStatements } from '#test/harness/count-statements.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  actorFor,
  clientFrom,
  listActions,
  listLetters,
  makeStaff,
  rightPassword,
  sessionFor,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { acceptInvite, findInvite, renewInvite } from './invitations.server.ts'
import {
  makeFirstAdminLink,
  sendVerification,
  signUp,
  useFirstAdminLink,
  verifyEmail,
} from './joining.server.ts'
import { disable, invite, withdrawInvitation } from '#features/staff/accounts/operations.server.ts'
import { toUserRecord } from '#features/staff/accounts/user-record.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)
const answers = {
  name: 'Meera Rao',
  email: 'meera@example.org',
  phone: '+91 532 246 0000',
  password: rightPassword,
  role: 'admin',
} as const

test('someone who signs up is signed in, pending, has no role and gets one letter about it', async ({
  db,
}) => {
  const outcome = await signUp(db, staffConfig, answers, clientFrom(), false, monday)

  if (!outcome.ok) throw new Error(outcome.reason)
  const session = await sessionFor(db, outcome.cookies, monday)
  expect(session?.user).toMatchObject({
    role: null,
    requestedRole: 'admin',
    state: 'pending',
    emailVerified: false,
  })
  expect(await listLetters(db)).toMatchObject([{ kind: 'staff.signed-up', recipient: answers.email }])
  expect(await listActions(db)).toEqual(['staff.signed-up'])
  expect(session && toUserRecord(session.user)).toEqual({
    uid: session?.user.id,
    role: 'admin',
    emailVerified: false,
    email: 'meera@example.org',
    displayName: 'Meera Rao',
    phoneNumber: '+91 532 246 0000',
    photoURL: null,
  })
})

test('what a stranger typed is in no letter to an unproved address', async ({ db }) => {
  await signUp(db, staffConfig, { ...answers, name: 'Win at evil.example' }, clientFrom(), false, monday)

  expect(JSON.stringify(await db.selectFrom('mail').selectAll().execute())).not.toContain('evil')
})

test('an address that has an account is refused, and its owner notified; nothing of the account changes', async ({
  db,
}) => {
  const { id } = await makeStaff(db, monday, { email: answers.email, name: 'The owner' })
  const before = await db.selectFrom('staff_user').selectAll().execute()

  expect(await signUp(db, staffConfig, answers, clientFrom(), false, monday)).toEqual({
    ok: false,
    reason: 'email-taken',
  })

  expect(await db.selectFrom('staff_user').selectAll().execute()).toEqual(before)
  expect(await listLetters(db)).toMatchObject([{ kind: 'staff.already-known' }])
  expect(await db.selectFrom('audit_entry').select(['action', 'subject']).execute()).toEqual([
    { action: 'staff.sign-up-refused', subject: `staff:${id}` },
  ])
})

test('with neutral messages a known address gets the same answer as a new one', async ({ db }) => {
  await makeStaff(db, monday, { email: answers.email })
  const fresh = { ...answers, email: 'new@example.org' }

  expect(await signUp(db, staffConfig, answers, clientFrom(), true, monday)).toEqual({
    ok: true,
    cookies: [],
  })
  expect(await signUp(db, staffConfig, fresh, clientFrom(), true, monday)).toEqual({ ok: true, cookies: [] })
  expect(await db.selectFrom('staff_session').select('id').execute()).toEqual([])
})

test('one address signed up twice in parallel makes one account', async ({ db }) => {
  const tries = [1, 2, 3].map(() => signUp(db, staffConfig, answers, clientFrom(), false, monday))

  const outcomes = await Promise.all(tries)

  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await db.selectFrom('staff_user').select('id').execute()).toHaveLength(1)
})

test('one network can sign up twenty times an hour', async ({ db }) => {
  const weak = { ...answers, password: 'passwordpassword' }
  for (let time = 0; time < 20; time++)
    expect(await signUp(db, staffConfig, weak, clientFrom(), false, monday)).toEqual({
      ok: false,
      reason: 'common',
    })

  expect(await signUp(db, staffConfig, answers, clientFrom(), false, monday)).toEqual({
    ok: false,
    reason: 'too-many',
  })
})

test('an address is proved once, by any link of the last 30 minutes', async ({ db }) => {
  await signUp(db, staffConfig, answers, clientFrom(), true, monday)
  const { id } = await db.selectFrom('staff_user').select('id').executeTakeFirstOrThrow()
  const first = await tokenIn(db, 'staff.signed-up')
  const visitor = { kind: 'visitor', address: '' } as const
  expect(await sendVerification(db, staffConfig, visitor, id, later(1))).toEqual({ ok: true })
  const second = await tokenIn(db, 'staff.verify')

  const prove = (token: string, now: Date) =>
    verifyEmail(db, staffConfig, { token, password: rightPassword }, clientFrom(), now)

  expect(await prove(first, later(30))).toEqual({ ok: false, reason: 'link-dead' })
  expect(await prove(second, later(31))).toEqual({ ok: false, reason: 'link-dead' })
  expect(await prove(second, later(30.9))).toMatchObject({ ok: true })
  expect(await prove(second, later(30.9))).toEqual({ ok: false, reason: 'link-dead' })
  expect(await prove(first, later(2))).toEqual({ ok: false, reason: 'link-dead' })
  expect(await sendVerification(db, staffConfig, visitor, id, later(31))).toEqual({
    ok: false,
    reason: 'already-verified',
  })
  expect(await listActions(db)).toEqual([
    'staff.signed-up',
    'staff.verification-sent',
    'staff.email-verified',
  ])
})

test('an invitation creates an active account with the given role', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  await invite(
    db,
    staffConfig,
    actorFor(admin),
    { email: answers.email, role: 'editor', reason: 'Newsletter' },
    monday,
  )
  const token = await tokenIn(db, 'staff.invited')
  expect(await findInvite(db, token, monday)).toEqual({ email: answers.email, role: 'editor', isOver: false })

  const { name, phone, password } = answers
  const tries = [1, 2].map(() =>
    acceptInvite(db, staffConfig, { token, name, phone, password }, clientFrom(), later(29)),
  )
  const outcomes = await Promise.all(tries)

  const joined = outcomes.find((outcome) => outcome.ok)
  expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: 'link-dead' }])
  const session = await sessionFor(db, joined?.ok ? joined.cookies : [], later(29))
  expect(session?.user).toMatchObject({
    email: answers.email,
    role: 'editor',
    state: 'active',
    emailVerified: true,
  })
  expect(await listActions(db)).toEqual(['staff.invited', 'staff.joined'])
})

test('an invitation link works for 30 minutes and can be sent again for seven days', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  await invite(
    db,
    staffConfig,
    actorFor(admin),
    { email: answers.email, role: 'editor', reason: 'Newsletter' },
    monday,
  )
  const first = await tokenIn(db, 'staff.invited')
  const { name, phone, password } = answers

  expect(
    await acceptInvite(db, staffConfig, { token: first, name, phone, password }, clientFrom(), later(30)),
  ).toEqual({
    ok: false,
    reason: 'link-dead',
  })
  expect(await findInvite(db, first, later(30))).toMatchObject({ isOver: true })
  expect(await renewInvite(db, staffConfig, first, clientFrom(), later(60))).toEqual({ ok: true })
  const second = await tokenIn(db, 'staff.invited')
  expect(await findInvite(db, first, later(60))).toBeUndefined()
  expect(await findInvite(db, second, later(60))).toMatchObject({ isOver: false })
  expect(await renewInvite(db, staffConfig, second, clientFrom(), later(7 * 24 * 60))).toEqual({
    ok: false,
    reason: 'link-dead',
  })
})

test('a withdrawn invitation can be neither accepted nor sent again', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const other = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const editor = actorFor(await makeStaff(db, monday))
  const { email, name, phone, password } = answers
  const send = () => invite(db, staffConfig, admin, { email, role: 'admin', reason: 'Help' }, monday)
  const withdraw = (actor: Actor) => withdrawInvitation(db, actor, { email }, monday)
  const dead = { ok: false, reason: 'link-dead' }
  await send()
  const token = await tokenIn(db, 'staff.invited')

  expect(await withdraw(editor)).toEqual({ ok: false, reason: 'not-allowed' })
  const both = [withdraw(other), renewInvite(db, staffConfig, token, clientFrom(), monday)]
  expect((await Promise.all(both))[0]).toEqual({ ok: true })

  for (const token of (await listLetters(db)).map(
    ({ body_text }) => /token=([\w-]{43})/.exec(body_text)?.[1],
  )) {
    const held = { token: token ?? '', name, phone, password }
    expect(await findInvite(db, held.token, monday)).toBeUndefined()
    expect(await acceptInvite(db, staffConfig, held, clientFrom(), monday)).toEqual(dead)
    expect(await renewInvite(db, staffConfig, held.token, clientFrom(), monday)).toEqual(dead)
  }
  expect(await withdraw(other)).toEqual({ ok: false, reason: 'not-open' })
  expect(await listActions(db)).toContain('staff.invitation-withdrawn')

  await send()
  expect(await findInvite(db, await tokenIn(db, 'staff.invited'), monday)).toMatchObject({ email })
})

test('an invitation is void without the rights of its maker', async ({ db }) => {
  const maker = await makeStaff(db, monday, { role: 'admin' })
  const admin = await makeStaff(db, monday, { role: 'admin' })
  await invite(
    db,
    staffConfig,
    actorFor(maker),
    { email: answers.email, role: 'admin', reason: 'Help' },
    monday,
  )
  const token = await tokenIn(db, 'staff.invited')
  await disable(db, staffConfig, actorFor(admin), maker.id, { reason: 'Left' }, monday)

  const { name, phone, password } = answers
  expect(await acceptInvite(db, staffConfig, { token, name, phone, password }, clientFrom(), monday)).toEqual(
    {
      ok: false,
      reason: 'link-dead',
    },
  )
})

test('the first administrator joins by a link that works once and only while there is none', async ({
  db,
}) => {
  const old = tokenOf(await makeFirstAdminLink(db, staffConfig, monday))
  const token = tokenOf(await makeFirstAdminLink(db, staffConfig, monday))
  const { name, phone, password } = answers
  const use = (token: string, email: string) =>
    useFirstAdminLink(db, staffConfig, { token, name, email, phone, password }, clientFrom(), monday)

  expect(await use(old, answers.email)).toEqual({ ok: false, reason: 'link-dead' })
  const outcomes = await Promise.all([use(token, 'a@example.org'), use(token, 'b@example.org')])
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await makeFirstAdminLink(db, staffConfig, monday)).toBeUndefined()
  expect(await db.selectFrom('staff_user').select(['role', 'state', 'email_verified_at']).execute()).toEqual([
    { role: 'admin', state: 'active', email_verified_at: monday.getTime() },
  ])
})

test('an old first-administrator link is worthless once there is an administrator', async ({ db }) => {
  const token = tokenOf(await makeFirstAdminLink(db, staffConfig, monday))
  await makeStaff(db, monday, { role: 'admin' })
  const { name, email, phone, password } = answers

  const outcome = await useFirstAdminLink(
    db,
    staffConfig,
    { token, name, email, phone, password },
    clientFrom(),
    monday,
  )

  expect(outcome).toEqual({ ok: false, reason: 'link-dead' })
})

function tokenOf(link: string | undefined): string {
  expect(link).toMatch(/^https:\/\/iaps\.example\/admin\/link\/first-admin\?token=[\w-]{43}$/)
  return link?.split('=').at(-1) ?? ''
}

test('with neutral messages a known address costs the same database work as an unknown one', async ({
  db,
}) => {
  const { email } = await makeStaff(db, monday)
  const known = countStatements(db)
  const unknown = countStatements(db)
  const join = (db: Db, email: string) =>
    signUp(db, staffConfig, { ...answers, email }, clientFrom(), true, monday)

  const outcomes = [await join(known.db, email), await join(unknown.db, 'new@example.org')]

  expect(outcomes).toEqual([
    { ok: true, cookies: [] },
    { ok: true, cookies: [] },
  ])
  expect(unknown.counts).toEqual(known.counts)
})
