import { afterAll, expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { addIdentity, listLinkedSignIns } from '#features/staff/providers/identities.server.ts'
import type { Session } from '#features/staff/session/sessions.server.ts'
import { signIn } from '#features/staff/session/sign-in.server.ts'
import { readFirebase } from '#server/config/firebase.ts'
import { FirebaseStandIn } from '#test/firebase/stand-in.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  actorFor,
  clientFrom,
  makeStaff,
  otherPassword,
  rightPassword,
  staffConfig,
} from '#test/makers/staff.ts'
import { movePasswordToFirebase } from './move-password.server.ts'

/** From the profile of someone who is signed in: the password that is stored here moves to Firebase. */

const client = clientFrom()
const standIn = await FirebaseStandIn.start()
afterAll(() => standIn.close())
const config = { ...staffConfig, firebase: readFirebase(standIn.env) }

async function prepare(db: Db, role: 'editor' | 'admin' = 'editor') {
  const person = await makeStaff(db, monday, { role })
  const enter = (password: string) => signIn(db, config, { email: person.email, password }, client, monday)
  const entered = await enter(rightPassword)
  if (!entered.ok) throw new Error(entered.reason)
  const row = await db
    .selectFrom('staff_session')
    .select('id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const user = { ...person, role, state: 'active', emailVerified: true, phone: '', requestedRole: role }
  const session = {
    id: row.id,
    user,
    isHalf: false,
    hasFactor: false,
    secondFactorAt: null,
    provedAt: monday,
  } as unknown as Session
  const move = (current = rightPassword, password = otherPassword) =>
    movePasswordToFirebase(db, config, actorFor(person), session, { current, password }, client, monday)
  return { ...person, enter, move }
}

test('someone with a password here has it at Firebase from then on, and only there', async ({ db }) => {
  const { id, email, enter, move } = await prepare(db)
  expect(await move()).toMatchObject({ ok: true, tokens: { session: { token: expect.any(String) } } })
  expect(standIn.people.get(email)).toMatchObject({ password: otherPassword })
  expect(await listLinkedSignIns(db, id)).toMatchObject([{ email }])
  expect(await enter(rightPassword)).toMatchObject({ ok: false, reason: 'wrong-password' })
  expect((await enter(otherPassword)).ok).toBe(true)
  expect(await move(otherPassword)).toEqual({ ok: false, reason: 'not-offered' })
})

test('the wrong password here, or another one than at Firebase, changes nothing', async ({ db }) => {
  const { id, email, enter, move } = await prepare(db)
  expect(await move('not this one at all')).toEqual({ ok: false, reason: 'wrong-password' })
  expect(standIn.people.has(email)).toBe(false)
  standIn.people.set(email, { uid: `uid-of-${email}`, password: 'the one that is known there' })
  expect(await move()).toEqual({ ok: false, reason: 'firebase-other-password' })
  const known = standIn.people.get(email)!
  standIn.people.set(email, { ...known, password: otherPassword, isDisabled: true })
  expect(await move()).toEqual({ ok: false, reason: 'firebase-disabled' })
  standIn.people.set(email, known)
  expect((await enter(rightPassword)).ok).toBe(true)
  expect(await listLinkedSignIns(db, id)).toEqual([])
  expect((await move(rightPassword, 'the one that is known there')).ok).toBe(true)
})

test('the last administrator with a password here keeps it', async ({ db }) => {
  const { email, move } = await prepare(db, 'admin')
  expect(await move()).toEqual({ ok: false, reason: 'last-local-admin' })
  expect(standIn.people.has(email)).toBe(false)
  await makeStaff(db, monday, { role: 'admin' })
  expect((await move()).ok).toBe(true)
})

test('a person at Firebase who is someone else here is refused, and the password stays', async ({ db }) => {
  const { email, enter, move } = await prepare(db)
  const uid = `uid-of-${email}`
  standIn.people.set(email, { uid, password: otherPassword })
  const other = await makeStaff(db, monday)
  const issuer = `https://securetoken.google.com/${standIn.projectId}`
  const identity = { issuer, subject: uid, email, isEmailVerified: undefined, provedMsAgo: 0 }
  await addIdentity(db, other.id, identity, monday)
  expect(await move()).toEqual({ ok: false, reason: 'taken' })
  expect((await enter(rightPassword)).ok).toBe(true)
})

test('an ended session moves nothing', async ({ db }) => {
  const { id, enter, move } = await prepare(db)
  await db.deleteFrom('staff_session').where('user_id', '=', id).execute()
  expect(await move()).toEqual({ ok: false, reason: 'session-over' })
  expect((await enter(rightPassword)).ok).toBe(true)
})
