import { afterAll, expect, vi } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { findAccountByEmail, setPassword } from '#features/staff/accounts/accounts.server.ts'
import { resetFactors, unlinkFor } from '#features/staff/accounts/operations.server.ts'
import { countLocalAdmins } from '#features/staff/accounts/queries.server.ts'
import { signUp, verifyEmail } from '#features/staff/joining/joining.server.ts'
import { resetPassword } from '#features/staff/joining/recovery.server.ts'
import { addIdentity, listLinkedSignIns } from '#features/staff/providers/identities.server.ts'
import { signIn } from '#features/staff/session/sign-in.server.ts'
import { readFirebase } from '#server/config/firebase.ts'
import { startEmulator } from '#test/firebase/emulator.ts'
import { FirebaseStandIn } from '#test/firebase/stand-in.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { isFull } from '#test/harness/scale.ts'
import { answers } from '#test/makers/joining.ts'
import {
  actorFor,
  clientFrom,
  makeStaff,
  otherPassword,
  quickHash,
  rightPassword,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'

/** Passwords at Firebase Authentication: against our stand-in, and in the full run also against its emulator. */

const client = clientFrom()
const standIn = await FirebaseStandIn.start()
const emulator = isFull ? await startEmulator(standIn.projectId) : undefined
afterAll(() => {
  standIn.close()
  emulator?.close()
})

const hosts = { 'our stand-in': standIn.host, ...(emulator && { 'the emulator': emulator.host }) }

function configFor(host: string) {
  const firebase = readFirebase({ ...standIn.env, FIREBASE_AUTH_EMULATOR_HOST: host })
  return { ...staffConfig, firebase }
}

let number = 0

/** Someone who has signed up and followed the link in the email. */
async function join(db: Db, config: ReturnType<typeof configFor>, password = rightPassword) {
  const email = `person-${++number}-${Date.now()}@example.org`
  await signUp(db, config, { ...answers, email }, client, false, monday)
  const token = await tokenIn(db, 'staff.signed-up')
  const verified = await verifyEmail(db, config, { token, password }, client, monday)
  return { email, verified }
}

async function idOf(db: Db, email: string): Promise<string> {
  const account = await findAccountByEmail(db, email)
  if (!account) throw new Error(`${email} has no account.`)
  return account.id
}

for (const [name, host] of Object.entries(hosts)) {
  test(`with ${name}, the proof of the address creates the user there, and the password is nowhere here`, async ({
    db,
  }) => {
    const config = configFor(host)
    const { email, verified } = await join(db, config)
    expect(verified.ok).toBe(true)
    const id = await idOf(db, email)
    const credentials = await db
      .selectFrom('staff_credential')
      .select('password')
      .where('user_id', '=', id)
      .execute()
    expect(credentials).toEqual([{ password: null }])
    expect(await listLinkedSignIns(db, id)).toMatchObject([
      { issuer: `https://securetoken.google.com/${standIn.projectId}`, email, lastUsedAt: null },
    ])

    const enter = (password: string) => signIn(db, config, { email, password }, client, monday)
    expect(await enter('not this one at all')).toMatchObject({ ok: false, reason: 'wrong-password' })
    expect(await enter(rightPassword)).toMatchObject({ ok: true, next: 'done' })
    expect((await listLinkedSignIns(db, id))[0]?.lastUsedAt).toEqual(monday)
    expect(await countLocalAdmins(db)).toBe(0)
  })

  test(`with ${name}, someone known there enters the password they have there`, async ({ db }) => {
    const config = configFor(host)
    const { email } = await join(db, config)
    await db.deleteFrom('staff_user').where('email', '=', email).execute()
    await signUp(db, config, { ...answers, email }, client, false, monday)
    const token = await tokenIn(db, 'staff.signed-up')
    const verify = (password: string) => verifyEmail(db, config, { token, password }, client, monday)
    const other = 'quite another long password'
    expect(await verify(other)).toEqual({ ok: false, reason: 'firebase-other-password' })
    expect((await verify(rightPassword)).ok).toBe(true)
  })
}

test('its refusals have the messages of the specification', async ({ db }) => {
  const config = configFor(standIn.host)
  const { email } = await join(db, config)
  const enter = () => signIn(db, config, { email, password: rightPassword }, client, monday)
  const known = standIn.people.get(email)!
  standIn.people.set(email, { ...known, isDisabled: true })
  expect(await enter()).toEqual({ ok: false, reason: 'disabled', isFromFirebase: true })
  standIn.fault = { status: 400, body: '{"error":{"message":"TOO_MANY_ATTEMPTS_TRY_LATER : Wait."}}' }
  expect(await enter()).toEqual({ ok: false, reason: 'too-many', isFromFirebase: true })
  standIn.fault = undefined
  // Someone else at Firebase has the address by now.
  standIn.people.set(email, { ...known, uid: 'someone-else' })
  expect(await enter()).toMatchObject({ reason: 'wrong-password' })
  standIn.people.delete(email)
  expect(await enter()).toMatchObject({ reason: 'unknown-user' })
})

test('an address that Firebase does not accept is named as the reason, and not Firebase as away', async ({
  db,
}) => {
  const config = configFor(standIn.host)
  const { email } = await join(db, config)
  for (const act of ['signInWithPassword', 'signUp']) {
    standIn.fault = { act, status: 400, body: '{"error":{"message":"INVALID_EMAIL"}}' }
    const reason = 'firebase-invalid-email'
    expect((await join(db, config)).verified).toEqual({ ok: false, reason })
  }
  standIn.fault = { status: 400, body: '{"error":{"message":"INVALID_EMAIL"}}' }
  const entered = await signIn(db, config, { email, password: rightPassword }, client, monday)
  standIn.fault = undefined
  expect(entered).toEqual({ ok: false, reason: 'unknown-user' })
})

test.for([
  { status: 500, body: '{}' },
  { status: 200, body: 'no JSON' },
  { status: 200, body: '{"idToken":"no.token.x"}' },
  { status: 200, body: `"${'x'.repeat(70_000)}"` },
  { status: 400, body: '{"error":{"message":"OPERATION_NOT_ALLOWED : Password sign-in is disabled."}}' },
])('while Firebase answers %o nobody is let in and no try is counted', async (fault, { db }) => {
  const logged = captureLog()
  const config = configFor(standIn.host)
  const { email } = await join(db, config)
  standIn.fault = fault
  const outcome = await signIn(db, config, { email, password: rightPassword }, client, monday)
  standIn.fault = undefined
  expect(outcome).toEqual({ ok: false, reason: 'away', isFromFirebase: true })
  expect(logged.map(({ event }) => event)).toEqual(['firebase.failed'])
  expect(JSON.stringify(logged)).not.toContain(rightPassword)
})

test('the log says that the key is wrong, in the word that Google has for it', async ({ db }) => {
  const logged = captureLog()
  const config = configFor(standIn.host)
  const { email } = await join(db, config)
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }]
  const error = { code: 400, message: 'API key not valid. Please pass a valid API key.', details }
  standIn.fault = { status: 400, body: JSON.stringify({ error }) }
  await signIn(db, config, { email, password: rightPassword }, client, monday)
  standIn.fault = undefined
  expect(logged).toMatchObject([{ event: 'firebase.failed', error: 'It answered 400 API_KEY_INVALID' }])
})

test('passwords that are stored here are never sent there, also not while it is away', async ({ db }) => {
  const away = configFor('127.0.0.1:9')
  const { email } = await makeStaff(db, monday, { role: 'admin' })
  const requested = vi.spyOn(globalThis, 'fetch')
  const enter = (typed: string) => signIn(db, away, { email: typed, password: rightPassword }, client, monday)
  expect((await enter(email)).ok).toBe(true)
  expect(await enter('nobody@example.org')).toMatchObject({ reason: 'unknown-user' })
  expect(requested).not.toHaveBeenCalled()
})

test('a new password is stored here, and the replaced one never works again', async ({ db }) => {
  const config = configFor(standIn.host)
  const { email } = await join(db, config)
  const id = await idOf(db, email)
  const text = 'w7!kQz2m'
  await setPassword(db, id, { text, hash: quickHash(text) }, monday)
  standIn.requests.length = 0
  const enter = (password: string) => signIn(db, config, { email, password }, client, monday)
  expect((await enter(text)).ok).toBe(true)
  expect(await listLinkedSignIns(db, id)).toEqual([])

  // Too short without a second factor, so the reset removes it.
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const reason = { reason: 'Telephone lost' }
  expect(await resetFactors(db, config, actorFor(admin), id, reason, monday)).toMatchObject({ ok: true })
  expect(await enter(text)).toMatchObject({ ok: false, reason: 'wrong-password' })
  expect(await enter(rightPassword)).toMatchObject({ ok: false, reason: 'wrong-password' })
  expect(standIn.requests).toEqual([])
})

test('a new password leaves the sign-ins at other providers linked', async ({ db }) => {
  const { id } = await makeStaff(db, monday)
  const identity = { subject: 'sub-1', email: 'asha@example.org', isEmailVerified: true, provedMsAgo: 0 }
  for (const issuer of ['https://id.example.org', 'https://securetoken.google.com/demo-academy'])
    await addIdentity(db, id, { ...identity, issuer }, monday)
  await setPassword(db, id, { text: rightPassword, hash: quickHash(rightPassword) }, monday)
  expect(await listLinkedSignIns(db, id)).toMatchObject([{ issuer: 'https://id.example.org' }])
})

test('someone whom an administrator unlinks from Firebase gets a link to choose a password here', async ({
  db,
}) => {
  const config = configFor(standIn.host)
  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const { email } = await join(db, config)
  const userId = await idOf(db, email)
  const [linked] = await listLinkedSignIns(db, userId)
  const unlink = { id: linked?.id ?? '', provider: 'Firebase', reason: 'The project ends.' }
  expect(await unlinkFor(db, config, admin, userId, unlink, monday)).toMatchObject({ ok: true })

  const enter = (password: string) => signIn(db, config, { email, password }, client, monday)
  expect(await enter(rightPassword)).toMatchObject({ ok: false, reason: 'wrong-password' })
  const token = await tokenIn(db, 'staff.sign-in-unlinked-password')
  const chosen = { token, password: otherPassword }
  expect(await resetPassword(db, config, chosen, client, monday)).toMatchObject({ ok: true })
  expect((await enter(otherPassword)).ok).toBe(true)
})

test('someone known at Firebase joins with the short password they have there', async ({ db }) => {
  const config = configFor(standIn.host)
  const short = 'w7!kQz2m'
  const email = `known-${Date.now()}@example.org`
  standIn.people.set(email, { uid: `uid-of-${email}`, password: short })
  await signUp(db, config, { ...answers, email }, client, false, monday)
  const token = await tokenIn(db, 'staff.signed-up')
  const verify = (password: string) => verifyEmail(db, config, { token, password }, client, monday)
  expect(await verify('w7!kQz2n')).toEqual({ ok: false, reason: 'firebase-wrong-or-weak' })
  expect((await verify(short)).ok).toBe(true)
  expect((await signIn(db, config, { email, password: short }, client, monday)).ok).toBe(true)
})

test('a password that is new at Firebase must be as long as one that is stored here', async ({ db }) => {
  const { email, verified } = await join(db, configFor(standIn.host), 'w7!kQz2m')
  expect(verified).toEqual({ ok: false, reason: 'too-short' })
  expect(standIn.people.has(email)).toBe(false)
})

test('a short password is not stored here if its owner at Firebase has another account', async ({ db }) => {
  const config = configFor(standIn.host)
  const short = 'w7!kQz2m'
  const email = `taken-${Date.now()}@example.org`
  standIn.people.set(email, { uid: `uid-of-${email}`, password: short })
  const other = await makeStaff(db, monday)
  const issuer = `https://securetoken.google.com/${standIn.projectId}`
  const identity = { issuer, subject: `uid-of-${email}`, email, isEmailVerified: undefined }
  await addIdentity(db, other.id, { ...identity, provedMsAgo: 0 }, monday)
  await signUp(db, config, { ...answers, email }, client, false, monday)
  const token = await tokenIn(db, 'staff.signed-up')
  const verified = await verifyEmail(db, config, { token, password: short }, client, monday)
  expect(verified).toEqual({ ok: false, reason: 'too-short' })
})
