import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  actorFor,
  clientFrom,
  listLetters,
  makeStaff,
  otherPassword,
  rightPassword,
  sessionFor,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { beginTotp, confirmTotp } from '#features/staff/factors/factors.server.ts'
import { acceptInvite } from './invitations.server.ts'
import { signUp, verifyEmail } from './joining.server.ts'
import { approve, changeRole, enable, invite } from '#features/staff/accounts/operations.server.ts'
import { linkLetterJob, type LinkLetter } from './jobs.ts'
import { requestReset, requestSignInLink, resetPassword, sendLinkLetter } from './recovery.server.ts'
import { signIn } from '#features/staff/session/sign-in.server.ts'
import { codeAt, stepAt } from '#features/staff/factors/totp.ts'
import { unseal } from '#features/staff/session/sealed-values.server.ts'

/** A stranger signs up with an address whose mail someone else reads. */

const victim = 'meera@example.org'
const strangers = 'the stranger chose this one'
const typed = { name: 'Evil Example', email: victim, phone: '+91 532 246 0000', role: 'admin' } as const

/** With a session, a known browser and, as an older site allowed it, an app and its recovery codes. */
async function preHijack(db: Db) {
  const joined = await signUp(db, staffConfig, { ...typed, password: strangers }, clientFrom(), false, monday)
  if (!joined.ok) throw new Error(joined.reason)
  const session = (await sessionFor(db, joined.tokens, monday))!
  await beginTotp(db, staffConfig, session)
  const { secret } = await db.selectFrom('staff_totp').select('secret').executeTakeFirstOrThrow()
  const code = codeAt(unseal(secret, staffConfig.secret, session.user.id), stepAt(monday))
  const actor = { kind: 'visitor', address: '' } as const
  const client = clientFrom('192.0.2.9', joined.tokens)
  const added = await confirmTotp(db, staffConfig, actor, session, code, client, monday)
  if (!added.ok) throw new Error(added.reason)
  return { id: session.user.id, tokens: added.tokens }
}

async function leftOfStranger(db: Db) {
  const count = async (table: 'staff_totp' | 'staff_recovery_code' | 'staff_device') =>
    (await db.selectFrom(table).select('user_id').execute()).length
  return {
    apps: await count('staff_totp'),
    codes: await count('staff_recovery_code'),
    devices: await count('staff_device'),
    session: undefined as unknown,
  }
}

const enter = (db: Db, password: string) =>
  signIn(db, staffConfig, { email: victim, password }, clientFrom('203.0.113.4'), monday)

async function sendLetters(db: Db) {
  const send = (letter: LinkLetter) => sendLinkLetter(db, staffConfig, letter, monday)
  await runDueJobs(db, { [linkLetterJob]: send }, () => monday)
}

const nothing = { apps: 0, codes: 0, session: undefined }

test('the first confirmation of an address removes everything made before, including the password', async ({
  db,
}) => {
  const { tokens } = await preHijack(db)
  const proof = { token: await tokenIn(db, 'staff.signed-up'), password: otherPassword }

  const proved = await verifyEmail(db, staffConfig, proof, clientFrom('203.0.113.4'), monday)

  expect({ ...(await leftOfStranger(db)), session: await sessionFor(db, tokens, monday) }).toEqual({
    ...nothing,
    devices: 1,
  })
  expect(await enter(db, strangers)).toMatchObject({ ok: false, reason: 'wrong-password' })
  expect(await enter(db, otherPassword)).toMatchObject({ ok: true, next: 'done' })
  const session = await sessionFor(db, proved.ok ? proved.tokens : {}, monday)
  expect(session?.user).toMatchObject({ email: victim, emailVerified: true, state: 'pending' })
})

test('the first proof by a new password also removes what a stranger prepared', async ({ db }) => {
  const { tokens } = await preHijack(db)
  await requestReset(db, staffConfig, victim, clientFrom(), monday)
  await sendLetters(db)

  const answers = { token: await tokenIn(db, 'staff.reset'), password: otherPassword }
  expect(await resetPassword(db, staffConfig, answers, clientFrom(), monday)).toMatchObject({ ok: true })

  expect({ ...(await leftOfStranger(db)), session: await sessionFor(db, tokens, monday) }).toEqual({
    ...nothing,
    devices: 1,
  })
  expect(await enter(db, strangers)).toMatchObject({ ok: false })
  expect(await enter(db, otherPassword)).toMatchObject({ ok: true, next: 'done' })
})

test('an invited person takes over what a stranger signed up for with the same address', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const { id, tokens } = await preHijack(db)
  const invitation = { email: victim, role: 'editor', reason: 'Newsletter' } as const
  expect(await invite(db, staffConfig, actorFor(admin), invitation, monday)).toEqual({ ok: true })

  const token = await tokenIn(db, 'staff.invited')
  const answers = { token, name: 'Meera Rao', phone: '+91 11 2233 4455', password: otherPassword }
  const joined = await acceptInvite(db, staffConfig, answers, clientFrom(), monday)

  const session = await sessionFor(db, joined.ok ? joined.tokens : {}, monday)
  expect(session?.user).toMatchObject({ id, name: 'Meera Rao', role: 'editor', state: 'active' })
  expect({ ...(await leftOfStranger(db)), session: await sessionFor(db, tokens, monday) }).toEqual({
    ...nothing,
    devices: 1,
  })
  expect(await enter(db, strangers)).toMatchObject({ ok: false })
  expect(await invite(db, staffConfig, actorFor(admin), invitation, monday)).toEqual({
    ok: false,
    reason: 'email-taken',
  })
})

test('an account with an unproved address can neither be approved nor get another role', async ({ db }) => {
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { id } = await preHijack(db)
  const answers = { role: 'admin', reason: 'Known to us' } as const
  const unproved = { ok: false, reason: 'address-unproved' }

  expect(await approve(db, staffConfig, admin, id, answers, monday)).toEqual(unproved)
  expect(await listLetters(db)).not.toContainEqual(expect.objectContaining({ kind: 'staff.approved' }))

  const old = await makeStaff(db, monday, { state: 'disabled' })
  await db.updateTable('staff_user').set({ email_verified_at: null }).where('id', '=', old.id).execute()
  expect(await enable(db, staffConfig, admin, old.id, answers, monday)).toMatchObject({ ok: true })
  expect(await changeRole(db, staffConfig, admin, old.id, answers, monday)).toEqual(unproved)
})

test('requesting a sign-in link for an unproved address sends the link that proves it', async ({ db }) => {
  await preHijack(db)
  await requestSignInLink(db, staffConfig, victim, clientFrom(), monday)
  await sendLetters(db)

  const letters = await listLetters(db)
  expect(letters.at(-1)).toMatchObject({ kind: 'staff.verify', recipient: victim })
  expect(JSON.stringify(letters.filter(({ kind }) => kind !== 'staff.factor-added'))).not.toContain('Evil')
  const proof = { token: await tokenIn(db, 'staff.verify'), password: rightPassword }
  expect(await verifyEmail(db, staffConfig, proof, clientFrom(), monday)).toMatchObject({ ok: true })
  expect(await enter(db, strangers)).toMatchObject({ ok: false })
})

test('a refused password does not use up the confirmation', async ({ db }) => {
  await preHijack(db)
  const token = await tokenIn(db, 'staff.signed-up')
  const prove = (password: string) => verifyEmail(db, staffConfig, { token, password }, clientFrom(), monday)

  expect(await prove('too short')).toEqual({ ok: false, reason: 'too-short' })
  expect(await prove(otherPassword)).toMatchObject({ ok: true })
})
