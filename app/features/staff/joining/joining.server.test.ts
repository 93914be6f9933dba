import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { countStatements } from '#test/harness/databases/count-statements.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  clientFrom,
  listActions,
  listLetters,
  makeStaff,
  rightPassword,
  sessionFor,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { sendVerification, signUp, verifyEmail } from './joining.server.ts'
import { answers } from '#test/makers/joining.ts'
import { toUserRecord } from '#features/staff/accounts/user-record.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

test('someone who signs up is signed in, pending, has no role and gets one letter about it', async ({
  db,
}) => {
  const outcome = await signUp(db, staffConfig, answers, clientFrom(), false, monday)

  if (!outcome.ok) throw new Error(outcome.reason)
  const session = await sessionFor(db, outcome.tokens, monday)
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
    tokens: {},
  })
  expect(await signUp(db, staffConfig, fresh, clientFrom(), true, monday)).toEqual({ ok: true, tokens: {} })
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

test('administrators get an email about an account request once its address is confirmed, without the name', async ({
  db,
}) => {
  const admin = await makeStaff(db, monday, { role: 'admin', name: 'Asha Iyer' })
  await makeStaff(db, monday, { role: 'editor' })
  await signUp(db, staffConfig, answers, clientFrom(), false, monday)
  const requests = async () =>
    (await listLetters(db)).filter(({ kind }) => kind === 'staff.account-requested')

  expect(await requests()).toEqual([])
  const token = await tokenIn(db, 'staff.signed-up')
  await verifyEmail(db, staffConfig, { token, password: rightPassword }, clientFrom(), later(1))

  const [letter, ...others] = await requests()
  expect([letter?.recipient, others]).toEqual([admin.email, []])
  expect(letter?.body_text).toContain('/admin/staff?state=pending')
  expect(letter?.body_text).not.toContain(answers.name)
})

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
    { ok: true, tokens: {} },
    { ok: true, tokens: {} },
  ])
  expect(unknown.counts).toEqual(known.counts)
})
