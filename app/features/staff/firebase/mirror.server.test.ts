import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { afterAll, expect, vi } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { findAccountByEmail } from '#features/staff/accounts/accounts.server.ts'
import { approve } from '#features/staff/accounts/operations.server.ts'
import { changeProfile } from '#features/staff/accounts/own-account.server.ts'
import { clearExpired } from '#features/staff/accounts/retention.server.ts'
import { signUp, verifyEmail } from '#features/staff/joining/joining.server.ts'
import type { Session } from '#features/staff/session/sessions.server.ts'
import { readFirebase } from '#server/config/firebase.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'
import { holdMail } from '#server/mail/mail-hold.server.ts'
import { startFirestoreEmulator } from '#test/firebase/emulator.ts'
import { FirestoreStandIn } from '#test/firebase/firestore-stand-in.ts'
import { monday, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { isFull } from '#test/harness/scale.ts'
import { answers } from '#test/makers/joining.ts'
import { actorFor, clientFrom, makeStaff, rightPassword, staffConfig, tokenIn } from '#test/makers/staff.ts'
import { mirrorJobs } from './mirror-jobs.server.ts'
import { switchMirror } from './mirrored-users.server.ts'

/** User records in the collection `users` of Firestore: against a stand-in that accepts only what is documented. */

const client = clientFrom()
const standIn = await FirestoreStandIn.start()
const emulator = isFull ? await startFirestoreEmulator() : undefined
afterAll(() => {
  standIn.close()
  emulator?.close()
})
const project = readFirebase(standIn.env)!
const day = 86_400_000

/** Sends what is due, up to a day later. */
async function send(db: Db, at = monday, firebase = project) {
  await runDueJobs(
    db,
    mirrorJobs(db, firebase, () => at),
    () => at,
  )
}

async function register(db: Db) {
  const email = `person-${crypto.randomUUID()}@example.org`
  await signUp(db, staffConfig, { ...answers, email }, client, false, monday)
  const account = await findAccountByEmail(db, email)
  return { id: account?.id ?? '', email }
}

const waiting = (db: Db) =>
  db
    .selectFrom('job')
    .select(['kind', 'error'])
    .where('kind', 'like', 'firestore.%')
    .where('done_at', 'is', null)
    .execute()

async function sent(db: Db) {
  const rows = await db.selectFrom('sent_user').select('user_id').execute()
  return rows.map(({ user_id: id }) => id)
}

test('a record is sent at sign-up and after every change, with the seven fields and no others', async ({
  db,
}) => {
  await switchMirror(db, project, monday)
  const { id, email } = await register(db)
  await send(db)
  const { name, phone, role } = answers
  const record = { uid: id, role, email, displayName: name, phoneNumber: phone, photoURL: null }
  expect(standIn.documents.get(id)).toEqual({ ...record, emailVerified: false })

  standIn.documents.set(id, { ...standIn.documents.get(id), theme: 'theirs' })
  const token = await tokenIn(db, 'staff.signed-up')
  await verifyEmail(db, staffConfig, { token, password: rightPassword }, client, monday)
  await send(db)
  expect(standIn.documents.get(id)).toEqual({ ...record, emailVerified: true, theme: 'theirs' })

  const admin = actorFor(await makeStaff(db, monday, { role: 'admin' }))
  const other = role === 'admin' ? 'editor' : 'admin'
  expect(await approve(db, staffConfig, admin, id, { role: other, reason: 'Known.' }, monday)).toMatchObject({
    ok: true,
  })
  await send(db)
  expect(standIn.documents.get(id)).toMatchObject({ role: other })

  const session = { user: { id } } as Session
  await changeProfile(db, admin, session, { name: 'आशा Çelik', phone: '+91 1' }, monday)
  await send(db)
  expect(standIn.documents.get(id)).toMatchObject({ displayName: 'आशा Çelik', phoneNumber: '+91 1' })
})

test('an account that is removed has no document any more', async ({ db }) => {
  await switchMirror(db, project, monday)
  const { id } = await register(db)
  await send(db)
  expect(standIn.documents.has(id)).toBe(true)
  const later = new Date(monday.getTime() + 60 * day)
  await clearExpired(db, later)
  await send(db, later)
  expect(standIn.documents.has(id)).toBe(false)
})

test('a change is only sent if it is committed', async ({ db }) => {
  await switchMirror(db, project, monday)
  await send(db)
  const { email } = await makeStaff(db, monday)
  await send(db)
  const refused = await signUp(db, staffConfig, { ...answers, email }, client, false, monday)
  expect(refused).toEqual({ ok: false, reason: 'email-taken' })
  expect(await waiting(db)).toEqual([])
})

test('without a mirror nothing waits to be sent, also not after it was switched off', async ({ db }) => {
  await switchMirror(db, undefined, monday)
  const { id } = await register(db)
  expect(await waiting(db)).toEqual([])
  await switchMirror(db, project, monday)
  await register(db)
  expect(await waiting(db)).toHaveLength(2)
  await switchMirror(
    db,
    readFirebase({ FIREBASE_PROJECT_ID: 'demo-academy', FIREBASE_API_KEY: 'a-key' }),
    monday,
  )
  expect(await waiting(db)).toEqual([])
  expect(standIn.documents.has(id)).toBe(false)
})

test('each start sends all records once, whoever joined while it was off', async ({ db }) => {
  const people = [await register(db), await register(db)]
  await switchMirror(db, project, monday)
  await switchMirror(db, project, monday)
  expect(await waiting(db)).toHaveLength(1)
  await send(db)
  for (const { id, email } of people) expect(standIn.documents.get(id)).toMatchObject({ uid: id, email })
})

test('an account that was removed while the mirror was off has no document after the next start', async ({
  db,
}) => {
  await switchMirror(db, project, monday)
  const { id } = await register(db)
  await send(db)
  await switchMirror(db, undefined, monday)
  const later = new Date(monday.getTime() + 60 * day)
  await clearExpired(db, later)
  await switchMirror(db, project, later)
  captureLog()
  standIn.fault = { status: 503, body: '' }
  await send(db, later)
  standIn.fault = undefined
  expect(await sent(db)).toEqual([id])
  await switchMirror(db, project, later)
  await send(db, later)

  expect(standIn.documents.has(id)).toBe(false)
  expect(await sent(db)).toEqual([])
})

test('a start brings no record back that is removed while it sends', async ({ db }) => {
  const { id } = await register(db)
  await switchMirror(db, project, monday)
  standIn.beforeWrite = async () => {
    standIn.beforeWrite = undefined
    // Another machine removes the account and its document.
    await db.deleteFrom('staff_user').where('id', '=', id).execute()
    standIn.documents.delete(id)
  }
  await send(db)
  standIn.beforeWrite = undefined

  expect(standIn.documents.has(id)).toBe(false)
})

test('what changes while a record is on its way is sent as well', async ({ db }) => {
  await switchMirror(db, project, monday)
  const { id } = await register(db)
  standIn.beforeWrite = () => {
    standIn.beforeWrite = undefined
    return db.updateTable('staff_user').set({ name: 'Newer' }).where('id', '=', id).execute()
  }
  await send(db)
  standIn.beforeWrite = undefined
  expect(standIn.documents.get(id)).toMatchObject({ displayName: 'Newer' })
})

test.for([
  [
    { status: 403, body: '{"error":{"status":"PERMISSION_DENIED"}}' },
    'Firestore answered 403 PERMISSION_DENIED',
  ],
  [{ status: 503, body: 'no JSON' }, 'Firestore answered 503'],
  [{ status: 200, body: '{}' }, 'Firestore answered 200'],
] as const)('a record stays in the queue while Firestore answers %o', async ([fault, error], { db }) => {
  const logged = captureLog()
  await switchMirror(db, project, monday)
  await send(db)
  const { id } = await register(db)
  standIn.fault = fault
  await send(db)
  standIn.fault = undefined
  expect(await waiting(db)).toEqual([{ kind: 'firestore.mirror-user', error }])
  expect(logged.map(({ event }) => event)).toEqual(['job.failed'])
  await send(db, new Date(monday.getTime() + day))
  expect(standIn.documents.has(id)).toBe(true)
})

test('a restored site leaves the records to the original', async ({ db }) => {
  await holdMail(db, monday)
  await switchMirror(db, project, monday)
  const { id } = await register(db)
  await send(db)
  expect(standIn.documents.has(id)).toBe(false)
  expect(await waiting(db)).toHaveLength(2)
})

function writeAccount(privateKey: KeyObject): string {
  const path = join(mkdtempSync(join(tmpdir(), 'account-')), 'account.json')
  const account = {
    type: 'service_account',
    project_id: standIn.projectId,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: 'mirror@demo-academy.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  writeFileSync(path, JSON.stringify(account))
  return path
}

test('a real project is contacted at one host only, with a token that the service account signs', async ({
  db,
}) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { FIRESTORE_EMULATOR_HOST: _, ...env } = standIn.env
  const real = readFirebase({ ...env, FIREBASE_SERVICE_ACCOUNT: writeAccount(privateKey) })!
  const hosts = new Set<string>()
  const { fetch } = globalThis
  const requested = vi.spyOn(globalThis, 'fetch').mockImplementation((address, options) => {
    const { origin, pathname } = new URL(address instanceof Request ? address.url : address)
    hosts.add(origin)
    return fetch(`http://${standIn.host}${pathname}`, options)
  })
  await switchMirror(db, real, monday)
  const { id } = await register(db)
  await send(db, monday, real)
  requested.mockRestore()
  expect([...hosts]).toEqual(['https://firestore.googleapis.com'])
  expect(standIn.documents.has(id)).toBe(true)
  const { payload, protectedHeader } = await jwtVerify(standIn.tokens.at(-1)!, publicKey, {
    issuer: 'mirror@demo-academy.iam.gserviceaccount.com',
    subject: 'mirror@demo-academy.iam.gserviceaccount.com',
    audience: 'https://firestore.googleapis.com/',
    algorithms: ['RS256'],
  })
  expect(protectedHeader.kid).toBe('key-1')
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
})

test.runIf(emulator)('the Firestore emulator stores a record and removes it again', async ({ db }) => {
  const host = emulator?.host ?? ''
  const emulated = readFirebase({ ...standIn.env, FIRESTORE_EMULATOR_HOST: host })!
  const read = async (id: string) => {
    const path = `projects/${standIn.projectId}/databases/(default)/documents/users/${id}`
    const answer = await fetch(`http://${host}/v1/${path}`, { headers: { authorization: 'Bearer owner' } })
    return { status: answer.status, fields: ((await answer.json()) as { fields?: object }).fields }
  }
  await switchMirror(db, emulated, monday)
  const { id, email } = await register(db)
  await send(db, monday, emulated)
  expect(await read(id)).toMatchObject({
    status: 200,
    fields: {
      email: { stringValue: email },
      emailVerified: { booleanValue: false },
      photoURL: { nullValue: null },
    },
  })
  const later = new Date(monday.getTime() + 60 * day)
  await clearExpired(db, later)
  await send(db, later, emulated)
  expect((await read(id)).status).toBe(404)
})
