import { expect } from 'vitest'
import { signIn } from '#features/staff/session/sign-in.server.ts'
import { monday, test } from '#test/harness/db.ts'
import {
  clientFrom,
  listActions,
  listLetters,
  makeSignedIn,
  makeStaff,
  rightPassword,
  sessionFor,
  staffConfig,
  tokenIn,
} from '#test/makers/staff.ts'
import { changeAddress, findAddressChange, requestAddressChange } from './address-change.server.ts'
import { verifyEmail } from './joining.server.ts'

const newEmail = 'meera.new@example.org'
const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000)

type SignedIn = Awaited<ReturnType<typeof makeSignedIn>>
type Database = Parameters<typeof makeSignedIn>[0]

function request(
  db: Database,
  { session, actor, client }: SignedIn,
  email = newEmail,
  current = rightPassword,
) {
  return requestAddressChange(db, staffConfig, actor, session, { newEmail: email, current }, client, monday)
}

test('the link to the new address changes it, ends every session, and both addresses get letters', async ({
  db,
}) => {
  const meera = await makeSignedIn(db, monday)
  const enter = (email: string) =>
    signIn(db, staffConfig, { email, password: rightPassword }, clientFrom(), later(2))
  expect(await request(db, meera)).toEqual({ ok: true })
  expect(await enter(newEmail)).toMatchObject({ reason: 'unknown-user' })
  const token = await tokenIn(db, 'staff.new-address')
  expect(await findAddressChange(db, token, later(1))).toBe(newEmail)

  expect(await changeAddress(db, token, clientFrom(), later(1))).toEqual({ ok: true })
  expect(await changeAddress(db, token, clientFrom(), later(1))).toEqual({ ok: false, reason: 'link-dead' })
  expect(await sessionFor(db, meera.tokens, later(1))).toBeUndefined()
  expect(await enter(meera.person.email)).toMatchObject({ reason: 'unknown-user' })
  expect(await enter(newEmail)).toMatchObject({ ok: true })
  expect((await listLetters(db)).map(({ kind, recipient }) => [kind, recipient])).toEqual(
    expect.arrayContaining([
      ['staff.new-address', newEmail],
      ['staff.address-change-requested', meera.person.email],
      ['staff.address-changed', meera.person.email],
    ]),
  )
  expect(await listActions(db)).toEqual(
    expect.arrayContaining(['staff.address-change-requested', 'staff.address-changed']),
  )
})

test('it needs the password, another address, and a confirmed one before', async ({ db }) => {
  const meera = await makeSignedIn(db, monday)
  expect(await request(db, meera, newEmail, 'a wrong one')).toEqual({ ok: false, reason: 'wrong-password' })
  expect(await request(db, meera, meera.person.email)).toEqual({ ok: false, reason: 'same-address' })
  await db.updateTable('staff_user').set({ email_verified_at: null }).execute()
  expect(await request(db, meera)).toEqual({ ok: false, reason: 'not-confirmed' })
  expect(await listLetters(db)).toEqual([])
})

test('an address that has an account gets no link, and the answer does not say so', async ({ db }) => {
  const meera = await makeSignedIn(db, monday)
  const other = await makeStaff(db, monday, { name: 'Asha Iyer' })
  expect(await request(db, meera, other.email)).toEqual({ ok: true })
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['staff.address-change-requested'])
})

test('the link works for 30 minutes, and proves no account', async ({ db }) => {
  const meera = await makeSignedIn(db, monday)
  await request(db, meera)
  const token = await tokenIn(db, 'staff.new-address')
  const proof = { token, password: 'the ninth moon is green' }
  expect(await verifyEmail(db, staffConfig, proof, clientFrom(), later(1))).toEqual({
    ok: false,
    reason: 'link-dead',
  })
  expect(await findAddressChange(db, token, later(31))).toBeUndefined()
  expect(await changeAddress(db, token, clientFrom(), later(31))).toEqual({ ok: false, reason: 'link-dead' })
  expect(await findAddressChange(db, 'x'.repeat(43), monday)).toBeUndefined()
})
