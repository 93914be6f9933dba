import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { test } from '#test/harness/db.ts'
import {
  clientFrom,
  listActions,
  listLetters,
  makeSignedIn,
  sessionFor,
  staffConfig,
} from '#test/makers/staff.ts'
import { SoftKey } from '#test/harness/soft-key.ts'
import type { Client } from '#features/staff/session/client.ts'
import type { NewToken } from '#features/staff/session/tokens.ts'
import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  signInOptions,
  removePasskey,
  signInWithPasskey,
} from './passkeys.server.ts'
import { addDevice } from '#features/staff/session/devices.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'

// The library reads the clock itself.
const now = new Date()

function answering(client: Client, challenge: NewToken): Client {
  return { ...client, tokens: { ...client.tokens, challenge: challenge.token } }
}

async function ask(db: Db, use: 'add' | 'use', client: Client) {
  const requested = await passkeyOptions(db, staffConfig, use, client, now)
  if (!requested.ok) throw new Error(requested.reason)
  const { challenge } = requested.options as { challenge: string }
  return { challenge, client: answering(client, requested.challenge), options: requested.options }
}

async function makeWithPasskey(db: Db) {
  const started = await makeSignedIn(db, now)
  const key = new SoftKey(staffConfig.origin)
  const { challenge, client } = await ask(db, 'add', started.client)
  const answers = { name: 'My laptop', response: key.register(challenge) }
  const added = await addPasskey(db, staffConfig, started.actor, started.session, answers, client, now)
  if (!added.ok) throw new Error(added.reason)
  return { ...started, ...added, oldTokens: started.tokens, key }
}

async function useKey(db: Db, answer: (challenge: string) => unknown, address = '192.0.2.1') {
  const { challenge, client } = await ask(db, 'use', clientFrom(address))
  return signInWithPasskey(db, staffConfig, answer(challenge), client, now)
}

test('a passkey is added in a fresh session, which changes its token; recovery codes come with it', async ({
  db,
}) => {
  const { person, tokens, oldTokens, recoveryCodes } = await makeWithPasskey(db)

  expect(await listPasskeys(db, person.id)).toMatchObject([{ name: 'My laptop' }])
  expect(recoveryCodes).toHaveLength(10)
  expect(await sessionFor(db, oldTokens, now)).toBeUndefined()
  expect(await sessionFor(db, tokens, now)).toMatchObject({
    hasFactor: true,
    isHalf: false,
    secondFactorAt: now,
  })
  expect(await listActions(db)).toEqual(['staff.passkey-added'])
  expect((await listLetters(db)).map(({ kind }) => kind)).toEqual(['staff.factor-added'])
})

test('the device must confirm its owner and store the key', async ({ db }) => {
  const { client } = await makeSignedIn(db, now)

  const { options } = await ask(db, 'add', client)

  expect(options).toMatchObject({
    rp: { id: 'iaps.example' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
})

test('options come with a token for five minutes, and answers count only with it', async ({ db }) => {
  const { key } = await makeWithPasskey(db)
  const requested = await passkeyOptions(db, staffConfig, 'use', clientFrom(), now)
  if (!requested.ok) throw new Error(requested.reason)
  const { challenge } = requested.options as { challenge: string }
  const response = key.sign(challenge)
  const withToken = (token: string) =>
    signInWithPasskey(db, staffConfig, response, clientFrom('', { challenge: { token, seconds: 300 } }), now)

  expect(requested.challenge.seconds).toBe(300)
  const { token } = requested.challenge
  expect(await withToken('')).toEqual({ ok: false, reason: 'refused' })
  expect(await withToken(`x${token}`)).toEqual({ ok: false, reason: 'refused' })
  expect(await withToken(token.split('.')[0] ?? '')).toEqual({ ok: false, reason: 'refused' })
  expect(await withToken(token)).toMatchObject({ ok: true })
})

test('nobody adds a passkey without a session, in an old one or in a half one', async ({ db }) => {
  const { session, actor, client } = await makeSignedIn(db, now)
  const key = new SoftKey(staffConfig.origin)
  const requested = await ask(db, 'add', client)
  const answers = { name: 'x', response: key.register(requested.challenge) }
  const old = { ...session, provedAt: new Date(now.getTime() - 16 * 60_000) }
  const stale = { ok: false, reason: 'not-fresh' }

  expect(await passkeyOptions(db, staffConfig, 'add', clientFrom(), now)).toEqual(stale)
  expect(await addPasskey(db, staffConfig, actor, old, answers, requested.client, now)).toEqual(stale)
  expect(
    await addPasskey(db, staffConfig, actor, { ...session, isHalf: true }, answers, requested.client, now),
  ).toEqual(stale)
  expect(await addPasskey(db, staffConfig, actor, session, answers, client, now)).toEqual({
    ok: false,
    reason: 'refused',
  })
  expect(await addPasskey(db, staffConfig, actor, session, answers, requested.client, now)).toMatchObject({
    ok: true,
  })
})

test('a passkey alone opens a full session', async ({ db }) => {
  const { person, key } = await makeWithPasskey(db)

  const outcome = await useKey(db, (challenge) => key.sign(challenge))

  if (!outcome.ok) throw new Error(outcome.reason)
  expect(outcome.user).toMatchObject({ id: person.id, role: 'editor' })
  expect(await sessionFor(db, outcome.tokens, now)).toMatchObject({ isHalf: false, user: { id: person.id } })
  expect((await listActions(db)).at(-1)).toBe('staff.signed-in')
})

test.for([
  ['without the owner’s finger or code', { flags: 0x01 }],
  ['signed for another website', { origin: 'https://evil.example' }],
  ['with a counter that went back', { counter: 0 }],
  ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
] as const)('an answer %s is refused, and leaves one entry', async ([, change], { db }) => {
  const { key } = await makeWithPasskey(db)
  await useKey(db, (challenge) => key.sign(challenge))
  const before = (await listActions(db)).length

  expect(await useKey(db, (challenge) => key.sign(challenge, change))).toEqual({
    ok: false,
    reason: 'refused',
  })
  expect((await listActions(db)).slice(before)).toEqual(['staff.sign-in-failed'])
})

test('one response works once, also in parallel', async ({ db }) => {
  const { key } = await makeWithPasskey(db)
  const { challenge, client } = await ask(db, 'use', clientFrom())
  const answer = key.sign(challenge)

  const outcomes = await Promise.all(
    [1, 2, 3].map(() => signInWithPasskey(db, staffConfig, answer, client, now)),
  )

  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
})

test.for([undefined, 'text', {}, { id: { not: 'text' } }, { id: 'unknown', rawId: 'unknown' }])(
  'an answer such as %j is refused',
  async (answer, { db }) => {
    expect(await useKey(db, () => answer)).toEqual({ ok: false, reason: 'refused' })
  },
)

test('a disabled person’s passkey opens nothing', async ({ db }) => {
  const { person, key } = await makeWithPasskey(db)
  await db.updateTable('staff_user').set({ state: 'disabled' }).where('id', '=', person.id).execute()
  await db.deleteFrom('staff_session').execute()

  expect(await useKey(db, (challenge) => key.sign(challenge))).toEqual({ ok: false, reason: 'disabled' })
  expect(await db.selectFrom('staff_session').select('id').execute()).toEqual([])
})

test('a removed passkey no longer works, and nobody can remove someone else’s', async ({ db }) => {
  const mine = await makeWithPasskey(db)
  const session = await sessionFor(db, mine.tokens, now)
  const other = await makeSignedIn(db, now)
  const [line] = await listPasskeys(db, mine.person.id)
  if (!session || !line) throw new Error('no passkey')

  expect(
    await removePasskey(db, staffConfig, other.actor, other.session, line.id, other.client, now),
  ).toEqual({ ok: false, reason: 'not-found' })
  expect(await removePasskey(db, staffConfig, mine.actor, session, line.id, mine.client, now)).toMatchObject({
    ok: true,
  })
  expect(await listPasskeys(db, mine.person.id)).toEqual([])
  expect(await useKey(db, (challenge) => mine.key.sign(challenge))).toEqual({ ok: false, reason: 'refused' })
})

test('a passkey opens the account however many tries have failed behind its address; refused ones are counted', async ({
  db,
}) => {
  const { key } = await makeWithPasskey(db)
  const stranger = new SoftKey(staffConfig.origin)
  for (let time = 0; time < 100; time++) await claimTry(db, staffLimits.address, '192.0.2.1', now)

  expect(await useKey(db, (challenge) => stranger.sign(challenge))).toEqual({ ok: false, reason: 'too-many' })
  expect(await listActions(db)).not.toContain('staff.sign-in-failed')
  expect(await useKey(db, (challenge) => key.sign(challenge))).toMatchObject({ ok: true })
})

test('a network gets 300 challenges in 15 minutes, and known browsers get theirs anyway', async ({ db }) => {
  const known = await makeSignedIn(db, now)
  const browser = clientFrom('192.0.2.1', { device: await addDevice(db, known.person.id, now) })
  const askAsStranger = (at = now) => signInOptions(db, staffConfig, clientFrom(), at)
  for (let time = 0; time < 299; time++)
    await claimTry(db, staffLimits['passkey-challenge'], '192.0.2.1', now)
  const countRows = async () => (await db.selectFrom('staff_challenge').select('id').execute()).length

  expect(await askAsStranger()).toMatchObject({ ok: true })
  const before = await countRows()
  expect(await askAsStranger()).toEqual({ ok: false, reason: 'too-many' })
  expect(await countRows()).toBe(before)
  expect(await signInOptions(db, staffConfig, browser, now)).toMatchObject({ ok: true })
  expect(await askAsStranger(new Date(now.getTime() + 15 * 60_000))).toMatchObject({ ok: true })
})
