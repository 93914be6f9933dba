import { expect } from 'vitest'
import { monday, test } from '#test/harness/db.ts'
import {
  clientFrom,
  listActions,
  listLetters,
  makeSignedIn,
  otherPassword,
  rightPassword,
  sessionFor,
  staffConfig,
} from '#test/makers/staff.ts'
import { changePassword, changeProfile } from './own-account.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import { confirmPassword, signIn } from '#features/staff/session/sign-in.server.ts'

test('a changed password ends every session, starts a new one here and is reported by letter', async ({
  db,
}) => {
  const { person, session, actor, client, tokens } = await makeSignedIn(db, monday)
  const elsewhere = await beginSession(
    db,
    staffConfig,
    { userId: person.id, secondFactorAt: null, provedAt: monday },
    clientFrom(),
    monday,
  )

  const change = { current: rightPassword, password: otherPassword }
  const outcome = await changePassword(db, staffConfig, actor, session, change, client, monday)

  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await sessionFor(db, { session: elsewhere }, monday)).toBeUndefined()
  expect(await sessionFor(db, outcome.ok ? outcome.tokens : {}, monday)).toBeDefined()
  expect(await listLetters(db)).toMatchObject([{ kind: 'staff.password-changed' }])
  expect(await listActions(db)).toEqual(['staff.password-changed'])
  const old = { email: person.email, password: rightPassword }
  expect(await signIn(db, staffConfig, old, clientFrom(), monday)).toMatchObject({ reason: 'wrong-password' })
})

test('changing the password needs the current one, and a good new one', async ({ db }) => {
  const { session, actor, client, tokens } = await makeSignedIn(db, monday)
  const change = (current: string, password: string) =>
    changePassword(db, staffConfig, actor, session, { current, password }, client, monday)

  expect(await change('a wrong one', otherPassword)).toEqual({ ok: false, reason: 'wrong-password' })
  expect(await change(rightPassword, 'w7!kQz2m')).toEqual({ ok: false, reason: 'too-short' })
  expect(await change(rightPassword, 'Meera Rao Meera Rao')).toEqual({ ok: false, reason: 'own-words' })
  expect(await sessionFor(db, tokens, monday)).toBeDefined()
})

test('guesses of the current password are counted like those at sign-in', async ({ db }) => {
  const { session, client } = await makeSignedIn(db, monday)
  const confirm = (password: string) => confirmPassword(db, staffConfig, session, password, client, monday)
  for (let time = 0; time < 10; time++)
    expect(await confirm('a wrong one')).toEqual({ ok: false, reason: 'wrong-password' })

  expect(await confirm(rightPassword)).toEqual({ ok: false, reason: 'too-many' })
})

test('confirming the password gives the session a new token', async ({ db }) => {
  const { session, client, tokens } = await makeSignedIn(db, monday)

  const outcome = await confirmPassword(db, staffConfig, session, rightPassword, client, monday)

  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await sessionFor(db, outcome.ok ? outcome.tokens : {}, monday)).toBeDefined()
  expect(await listActions(db)).toEqual(['staff.confirmed'])
})

test('name and phone change with one entry that contains the old values', async ({ db }) => {
  const { session, actor, tokens } = await makeSignedIn(db, monday)
  const profile = { name: 'Meera Rao-Iyer', phone: '+91 532 246 0000' }

  expect(await changeProfile(db, actor, session, profile, monday)).toEqual({ ok: true })
  expect(await changeProfile(db, actor, session, profile, monday)).toEqual({
    ok: false,
    reason: 'nothing-changed',
  })

  expect((await sessionFor(db, tokens, monday))?.user.name).toBe('Meera Rao-Iyer')
  const [detail] = await db.selectFrom('audit_detail').select('body').execute()
  expect(JSON.parse(detail?.body ?? '')).toMatchObject({ changes: { name: ['Meera Rao', 'Meera Rao-Iyer'] } })
  expect(await listActions(db)).toEqual(['staff.profile-changed'])
})
