import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
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
import { findFactors } from './factor-queries.server.ts'
import { beginTotp, confirmTotp, findOpenTotp, removeTotp, renewRecoveryCodes } from './factors.server.ts'
import { makeLink } from '#features/staff/joining/links.server.ts'
import { resetFactors } from '#features/staff/accounts/operations.server.ts'
import { changePassword } from '#features/staff/accounts/own-account.server.ts'
import { resetPassword, sendLinkLetter } from '#features/staff/joining/recovery.server.ts'
import { isFresh } from '#features/staff/session/sessions.server.ts'
import { passSecondFactor, signIn } from '#features/staff/session/sign-in.server.ts'
import { unseal } from '#features/staff/session/sealed-values.server.ts'
import { codeAt, stepAt } from './totp.ts'

const minute = 60_000
const later = (minutes: number) => new Date(monday.getTime() + minutes * minute)

/** Someone with an authenticator app, signed in, and the app's key. */
async function makeWithApp(db: Db, role: 'editor' | 'admin' = 'editor') {
  const started = await makeSignedIn(db, monday, { role })
  await beginTotp(db, staffConfig, started.session)
  const secret = await secretOf(db, started.person.id)
  const { actor, session, client } = started
  const added = await confirmTotp(
    db,
    staffConfig,
    actor,
    session,
    codeAt(secret, stepAt(monday)),
    client,
    monday,
  )
  if (!added.ok) throw new Error(added.reason)
  const open = await sessionFor(db, added.tokens, monday)
  if (!open) throw new Error('The session did not open.')
  return {
    ...started,
    ...added,
    oldTokens: started.tokens,
    session: open,
    secret,
    client: clientFrom('192.0.2.1', added.tokens),
  }
}

async function secretOf(db: Db, userId: string): Promise<Buffer> {
  const row = await db
    .selectFrom('staff_totp')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return unseal(row.secret, staffConfig.secret, userId)
}

async function signInHalf(db: Db, email: string, now: Date) {
  const half = await signIn(db, staffConfig, { email, password: rightPassword }, clientFrom(), now)
  if (!half.ok) throw new Error(half.reason)
  const session = await sessionFor(db, half.tokens, now)
  if (!session) throw new Error('The session did not open.')
  return { ...half, session, client: clientFrom('192.0.2.1', half.tokens) }
}

test('an app is added with its first code; ten recovery codes come with it, and the session changes', async ({
  db,
}) => {
  const { person, oldTokens, session, recoveryCodes } = await makeWithApp(db)

  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  expect(await sessionFor(db, oldTokens, monday)).toBeUndefined()
  expect(session).toMatchObject({ hasFactor: true, isHalf: false, secondFactorAt: monday })
  expect(await findFactors(db, person.id)).toEqual({ totpSince: monday, passkeys: 0, recoveryCodesLeft: 10 })
  expect(await listActions(db)).toEqual(['staff.totp-added'])
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['staff.factor-added'])
})

test('the key is shown until it is confirmed, is stored sealed, and cannot be replaced afterwards', async ({
  db,
}) => {
  const { session, person, client, actor } = await makeSignedIn(db, monday)
  expect(await findOpenTotp(db, staffConfig, session)).toBeUndefined()
  await beginTotp(db, staffConfig, session)
  const shown = await findOpenTotp(db, staffConfig, session)
  const row = await db.selectFrom('staff_totp').select('secret').executeTakeFirstOrThrow()

  expect(shown?.key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  expect(shown?.link).toContain(`secret=${shown?.key.replaceAll(' ', '')}`)
  expect(row.secret).not.toContain(shown?.key.replaceAll(' ', ''))
  expect(() => unseal(row.secret, staffConfig.secret, 'somebody else')).toThrow()
  expect(() => unseal(row.secret, 'another secret', person.id)).toThrow()
  const code = codeAt(await secretOf(db, person.id), stepAt(monday))
  await confirmTotp(db, staffConfig, actor, session, code, client, monday)
  expect(await findOpenTotp(db, staffConfig, session)).toBeUndefined()
  expect(await beginTotp(db, staffConfig, session)).toEqual({ ok: false, reason: 'already-on' })
})

test('after the password only the second factor opens more, for ten minutes, with a new token', async ({
  db,
}) => {
  const { person, secret } = await makeWithApp(db)
  const half = await signInHalf(db, person.email, later(5))
  expect(half).toMatchObject({ next: 'second-factor', session: { isHalf: true } })
  expect(await sessionFor(db, half.tokens, later(14.9))).toBeDefined()
  expect(await sessionFor(db, half.tokens, later(15))).toBeUndefined()

  const code = codeAt(secret, stepAt(later(6)))
  const full = await passSecondFactor(db, staffConfig, half.session, { code }, half.client, later(6))

  expect(await sessionFor(db, half.tokens, later(6))).toBeUndefined()
  expect(await sessionFor(db, full.ok ? full.tokens : {}, later(6))).toMatchObject({
    isHalf: false,
    secondFactorAt: later(6),
  })
  expect((await listActions(db)).slice(-2)).toEqual(['staff.password-accepted', 'staff.signed-in'])
})

test('a half session can add, remove or renew no factor', async ({ db }) => {
  const { person, actor } = await makeWithApp(db)
  const { session, client } = await signInHalf(db, person.email, later(5))
  const over = { ok: false, reason: 'session-over' }

  expect(await beginTotp(db, staffConfig, session)).toEqual(over)
  expect(await confirmTotp(db, staffConfig, actor, session, '000000', client, later(5))).toEqual(over)
  expect(await removeTotp(db, staffConfig, actor, session, client, later(5))).toEqual(over)
  expect(await renewRecoveryCodes(db, actor, session, later(5))).toEqual(over)
})

test(
  'a code works once: not again, not in another session, not the one before, not six times in parallel',
  { repeats: 4 },
  async ({ db }) => {
    const { person, secret } = await makeWithApp(db)
    const now = later(5)
    const halves: Awaited<ReturnType<typeof signInHalf>>[] = []
    for (let index = 0; index < 8; index++) halves.push(await signInHalf(db, person.email, now))
    const use = (index: number, step: number, at = now) => {
      const half = halves[index]
      if (!half) throw new Error('no such session')
      return passSecondFactor(
        db,
        staffConfig,
        half.session,
        { code: codeAt(secret, stepAt(now) + step) },
        half.client,
        at,
      )
    }

    const outcomes = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => use(index, 0)))

    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(await use(6, 0)).toEqual({ ok: false, reason: 'wrong-code' })
    expect(await use(6, -1)).toEqual({ ok: false, reason: 'wrong-code' })
    expect(await use(6, 2)).toEqual({ ok: false, reason: 'wrong-code' })
    expect(await use(6, 1)).toMatchObject({ ok: true })
  },
)

test('ten guesses are checked, then the account pauses, also when sixty come in parallel', async ({ db }) => {
  const { person, secret } = await makeWithApp(db)
  const half = await signInHalf(db, person.email, later(5))
  const right = codeAt(secret, stepAt(later(5)))
  const guesses = Array.from({ length: 60 }, (_, index) =>
    String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'),
  )
  const near = new Set([-1, 0, 1].map((step) => codeAt(secret, stepAt(later(5)) + step)))

  const outcomes = await Promise.all(
    guesses
      .filter((code) => !near.has(code))
      .map((code) => passSecondFactor(db, staffConfig, half.session, { code }, half.client, later(5))),
  )

  const reasons = outcomes.map((outcome) => (outcome.ok ? 'in' : outcome.reason))
  expect(reasons.filter((reason) => reason === 'wrong-code')).toHaveLength(10)
  expect(
    await passSecondFactor(db, staffConfig, half.session, { code: right }, half.client, later(5)),
  ).toMatchObject({
    ok: false,
    reason: 'too-many',
    until: later(20),
  })
})

test('a recovery code works once, also in parallel, and the page says how many are left', async ({ db }) => {
  const { person, recoveryCodes } = await makeWithApp(db)
  const halves = [await signInHalf(db, person.email, later(5)), await signInHalf(db, person.email, later(5))]
  const recoveryCode = recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ') ?? ''

  const outcomes = await Promise.all(
    halves.map(({ session, client }) =>
      passSecondFactor(db, staffConfig, session, { recoveryCode }, client, later(5)),
    ),
  )

  expect(outcomes.filter((outcome) => outcome.ok)).toMatchObject([{ codesLeft: 9 }])
  expect(JSON.stringify(await db.selectFrom('staff_recovery_code').selectAll().execute())).not.toContain(
    recoveryCodes[0],
  )
})

test('new recovery codes void the old ones', async ({ db }) => {
  const { person, session, actor, recoveryCodes } = await makeWithApp(db)
  const renewed = await renewRecoveryCodes(db, actor, session, monday)
  const half = await signInHalf(db, person.email, later(5))
  const use = (recoveryCode: string) =>
    passSecondFactor(db, staffConfig, half.session, { recoveryCode }, half.client, later(5))

  expect(await use(recoveryCodes[0] ?? '')).toEqual({ ok: false, reason: 'wrong-code' })
  expect(await use((renewed.ok && renewed.recoveryCodes[0]) || '')).toMatchObject({ ok: true })
})

test('a full session can be confirmed again, and gets a new token for it', async ({ db }) => {
  const { session, secret, client, tokens } = await makeWithApp(db)
  const code = codeAt(secret, stepAt(later(20)))

  const outcome = await passSecondFactor(db, staffConfig, session, { code }, client, later(20))

  expect(await sessionFor(db, tokens, later(20))).toBeUndefined()
  expect(await sessionFor(db, outcome.ok ? outcome.tokens : {}, later(20))).toMatchObject({
    secondFactorAt: later(20),
  })
  expect((await listActions(db)).at(-1)).toBe('staff.confirmed')
})

test('an administrator resets a lost factor, with one entry; the sessions and codes are removed', async ({
  db,
}) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const { person, tokens } = await makeWithApp(db)

  expect(
    await resetFactors(db, staffConfig, actorFor(admin), person.id, { reason: 'Telephone lost' }, monday),
  ).toMatchObject({ ok: true })

  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await findFactors(db, person.id)).toEqual({ totpSince: null, passkeys: 0, recoveryCodesLeft: 0 })
  expect((await listActions(db)).filter((action) => action === 'staff.second-factor-reset')).toHaveLength(1)
  expect(await signInHalf(db, person.email, monday)).toMatchObject({ next: 'done' })
})

test('a password that is short because of the factor is removed with it', async ({ db }) => {
  const admin = await makeStaff(db, monday, { role: 'admin' })
  const { person, session, actor, client } = await makeWithApp(db)
  const short = 'w7!kQz2m'
  const change = { current: rightPassword, password: short }
  const changed = await changePassword(db, staffConfig, actor, session, change, client, monday)
  if (!changed.ok) throw new Error(changed.reason)
  const fresh = await sessionFor(db, changed.tokens, monday)
  if (!fresh) throw new Error('The session did not open.')

  expect(await removeTotp(db, staffConfig, actor, fresh, client, monday)).toEqual({
    ok: false,
    reason: 'password-too-short',
  })
  await resetFactors(db, staffConfig, actorFor(admin), person.id, { reason: 'Telephone lost' }, monday)
  expect(
    await signIn(db, staffConfig, { email: person.email, password: short }, clientFrom(), monday),
  ).toMatchObject({
    ok: false,
    reason: 'wrong-password',
  })
  const token = await tokenIn(db, 'staff.factors-reset-password')
  expect(
    await resetPassword(db, staffConfig, { token, password: short }, clientFrom(), monday),
  ).toMatchObject({ reason: 'too-short' })
})

test('removing the app ends the other sessions and removes the codes', async ({ db }) => {
  const { person, session, actor, client, tokens } = await makeWithApp(db)

  const outcome = await removeTotp(db, staffConfig, actor, session, client, monday)

  expect(await sessionFor(db, tokens, monday)).toBeUndefined()
  expect(await sessionFor(db, outcome.ok ? outcome.tokens : {}, monday)).toMatchObject({
    hasFactor: false,
    isHalf: false,
  })
  expect(await findFactors(db, person.id)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
  expect(await listActions(db)).toEqual(['staff.totp-added', 'staff.totp-removed'])
})

test('a password reset does not skip the second factor', async ({ db }) => {
  const { person } = await makeWithApp(db)
  const link = await makeLink(
    db,
    staffConfig.origin,
    { purpose: 'reset', email: person.email, userId: person.id },
    monday,
  )
  const token = link.split('=').at(-1) ?? ''
  await resetPassword(db, staffConfig, { token, password: rightPassword }, clientFrom(), monday)

  expect(await signInHalf(db, person.email, monday)).toMatchObject({
    next: 'second-factor',
    session: { isHalf: true },
  })
})

test(
  'fewer than a hundred wrong codes in a row are ever checked; the owner gets a letter and returns by mail',
  inShortOnlyOn('sqlite'),
  async ({ db }) => {
    const { person, secret } = await makeWithApp(db)
    const half = await signInHalf(db, person.email, later(1))
    const guess = async (code: string, now: Date) => {
      const tried = await passSecondFactor(db, staffConfig, half.session, { code }, half.client, now)
      return tried.ok ? 'in' : tried.reason
    }
    const answers: string[] = []
    for (let round = 1; round <= 10; round++)
      for (let time = 0; time < 11; time++) answers.push(await guess(`9999${10 + time}`, later(round * 20)))

    expect(answers.filter((answer) => answer === 'wrong-code')).toHaveLength(60)
    expect(answers.slice(66)).toContain('locked')
    const letters = (await listLetters(db)).filter(({ kind }) => kind === 'staff.factor-guessed')
    expect(letters).toHaveLength(1)
    const at = later(300)
    expect(await guess(codeAt(secret, stepAt(at)), at)).toBe('locked')

    await sendLinkLetter(db, staffConfig, { purpose: 'reset', email: person.email }, at)
    const reset = { token: await tokenIn(db, 'staff.reset'), password: otherPassword }
    expect(await resetPassword(db, staffConfig, reset, clientFrom(), at)).toMatchObject({ ok: true })
    const entered = await signIn(
      db,
      staffConfig,
      { email: person.email, password: otherPassword },
      clientFrom(),
      at,
    )
    const session = (await sessionFor(db, entered.ok ? entered.tokens : {}, at))!
    const code = codeAt(secret, stepAt(at))
    expect(await passSecondFactor(db, staffConfig, session, { code }, clientFrom(), at)).toMatchObject({
      ok: true,
    })
  },
)

test('only the password, the app and a passkey prove who is there; a recovery code and a new factor do not', async ({
  db,
}) => {
  const { person, session, secret, recoveryCodes } = await makeWithApp(db)
  expect(session.provedAt).toEqual(monday)
  const pass = async (proof: { code: string } | { recoveryCode: string }, now: Date) => {
    const half = await signInHalf(db, person.email, now)
    const passed = await passSecondFactor(db, staffConfig, half.session, proof, half.client, now)
    return (await sessionFor(db, passed.ok ? passed.tokens : {}, now))!
  }

  const byApp = await pass({ code: codeAt(secret, stepAt(later(20))) }, later(20))
  const byCode = await pass({ recoveryCode: recoveryCodes[0] ?? '' }, later(21))

  expect([byApp.provedAt, isFresh(byApp, later(34)), isFresh(byApp, later(35))]).toEqual([
    later(20),
    true,
    false,
  ])
  expect([byCode.provedAt, isFresh(byCode, later(21))]).toEqual([null, false])
})
