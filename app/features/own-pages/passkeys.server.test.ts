import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { passkeyOptions, signInWithPasskey as signInStaff } from '#features/staff/factors/passkeys.server.ts'
import { findSession } from '#features/staff/session/sessions.server.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { monday, test } from '#test/harness/db.ts'
import { SoftKey } from '#test/harness/soft-key.ts'
import { later } from '#test/hostile/own-page-world.ts'
import { openLetters } from '#test/makers/letters.ts'
import {
  addKey,
  askToSign,
  codeMailedTo,
  home,
  makeReached,
  ownSecret,
  passkeySite,
  signedInBy,
  signInAt,
  tokenBy,
  useKey,
} from '#test/makers/own-pages.ts'
import { clientFrom, listActions, staffConfig } from '#test/makers/staff.ts'
import { finishEmailChange, startEmailChange } from './email-change.server.ts'
import { ownPageLimits } from './limits.ts'
import {
  addingOptions,
  listPasskeys,
  maxPasskeys,
  removePasskey,
  renamePasskey,
  signInOptions,
  signInWithPasskey,
} from './passkeys.server.ts'
import { clearOwnPages } from './retention.server.ts'
import { findOwnSession } from './sessions.server.ts'

const email = 'asha@example.org'

async function makeWithKey(db: Db) {
  const id = await makeReached(db, email, monday)
  const token = await signInAt(db, email, monday)
  const { key, added } = await addKey(db, token, monday)
  expect(added).toEqual({ ok: true })
  return { id, token, key, ...(await signedInBy(db, token, monday)) }
}

test('someone who has just signed in adds a passkey, hears of it, and signs in with it later', async ({
  db,
}) => {
  const { id, key } = await makeWithKey(db)
  const token = await tokenBy(db, key, later(24 * 60))

  expect(await findOwnSession(db, token, later(24 * 60))).toMatchObject({ personId: id, email })
  expect(await listPasskeys(db, id)).toMatchObject([
    { name: 'My phone', createdAt: monday.getTime(), usedAt: later(24 * 60).getTime() },
  ])
  const kinds = (await openLetters(db, email)).map(({ kind }) => kind)
  expect(kinds.at(-1)).toBe('own-page.passkey-added')
  expect(await listActions(db)).toEqual([
    ...['own-page.code-requested', 'own-page.signed-in', 'own-page.passkey-added', 'own-page.signed-in'],
  ])
})

test('the device must confirm its owner and store the key', async ({ db }) => {
  await makeReached(db, email, monday)
  const { session } = await signedInBy(db, await signInAt(db, email, monday), monday)
  const requested = await addingOptions(db, passkeySite, session, monday)
  expect(requested).toMatchObject({
    ok: true,
    options: {
      rp: { id: 'iaps.example' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  })
})

test('a passkey is not added more than fifteen minutes after signing in, and at most ten are', async ({
  db,
}) => {
  await makeReached(db, email, monday)
  const token = await signInAt(db, email, monday)
  expect((await addKey(db, token, later(15))).added).toEqual({ ok: false, reason: 'not-fresh' })
  for (let at = 0; at < maxPasskeys; at++)
    expect((await addKey(db, token, monday, `Key ${at}`)).added).toEqual({ ok: true })
  expect((await addKey(db, token, monday)).added).toEqual({ ok: false, reason: 'too-many' })
})

test('a passkey of the own page gives no rights of staff, and one of staff opens no own page', async ({
  db,
}) => {
  const { key } = await makeWithKey(db)
  const token = await tokenBy(db, key, monday)
  expect(await findSession(db, token, monday)).toBeUndefined()

  // The library of staff reads the clock itself.
  const now = new Date()
  const requested = await passkeyOptions(db, staffConfig, 'use', clientFrom(), now)
  if (!requested.ok) throw new Error(requested.reason)
  const { challenge } = requested.options as { challenge: string }
  const client = clientFrom('192.0.2.1', { challenge: requested.challenge })
  expect(await signInStaff(db, staffConfig, key.sign(challenge), client, now)).toEqual({
    ok: false,
    reason: 'refused',
  })
  expect(await db.selectFrom('staff_session').select('id').execute()).toEqual([])
  expect(await tokenBy(db, new SoftKey(staffConfig.origin), monday)).toBeUndefined()
})

test('of two people at one address, a passkey opens the page of the one who added it', async ({ db }) => {
  const { id, key } = await makeWithKey(db)
  const other = await makeReached(db, email, monday, { givenName: 'Ravi' })
  const token = await tokenBy(db, key, monday)

  expect((await findOwnSession(db, token, monday))?.personId).toBe(id)
  expect(await listPasskeys(db, other)).toEqual([])
})

test('one answer works once, also in parallel', async ({ db }) => {
  const { key } = await makeWithKey(db)
  const { token, challenge } = await askToSign(db, monday)
  const answered = { token, response: key.sign(challenge) }
  const browser = { address: home, former: undefined }
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => signInWithPasskey(db, passkeySite, answered, browser, monday)),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

test.for([undefined, 'text', {}, { id: { not: 'text' } }, { id: 'unknown', rawId: 'unknown' }])(
  'an answer such as %j is refused, and leaves one entry',
  async (answer, { db }) => {
    expect(await useKey(db, () => answer, monday)).toEqual({ ok: false, reason: 'refused' })
    expect(await listActions(db)).toEqual(['own-page.passkey-refused'])
  },
)

test('the owner renames and removes a passkey; it opens nothing any more, and nobody else can do so', async ({
  db,
}) => {
  const { id, key, actor, session } = await makeWithKey(db)
  const [line] = await listPasskeys(db, id)
  const passkey = line?.id ?? ''
  await makeReached(db, 'mal@example.org', monday)
  const mal = await signedInBy(db, await signInAt(db, 'mal@example.org', monday), monday)
  const gone = { ok: false, reason: 'not-found' }

  expect(await renamePasskey(db, mal.actor, { id: passkey, name: 'Mine' }, monday)).toEqual(gone)
  expect(await removePasskey(db, mal.actor, mal.session, passkey, monday)).toEqual(gone)
  expect(await renamePasskey(db, actor, { id: passkey, name: 'Old phone' }, monday)).toEqual({ ok: true })
  expect(await listPasskeys(db, id)).toMatchObject([{ name: 'Old phone' }])
  expect(await removePasskey(db, actor, session, passkey, monday)).toEqual({ ok: true })
  expect(await tokenBy(db, key, monday)).toBeUndefined()
  expect((await openLetters(db, email)).at(-1)?.body_text).toContain('“Old phone” no longer opens your page')
})

test('a passkey opens the page however many have failed behind its address; refused ones are counted', async ({
  db,
}) => {
  const { key } = await makeWithKey(db)
  const stranger = new SoftKey(passkeySite.origin)
  for (let time = 0; time < 100; time++) await claimTry(db, ownPageLimits['own-passkey-tries'], home, monday)

  expect(await useKey(db, (challenge) => stranger.sign(challenge), monday)).toEqual({
    ok: false,
    reason: 'too-many',
  })
  expect(await listActions(db)).not.toContain('own-page.passkey-refused')
  expect(await tokenBy(db, key, monday)).toBeDefined()
})

test('a network gets 300 challenges in 15 minutes, and they are removed when they are over', async ({
  db,
}) => {
  for (let time = 0; time < 299; time++)
    await claimTry(db, ownPageLimits['own-passkey-challenges'], home, monday)
  const ask = (at: Date) => signInOptions(db, passkeySite, home, at)
  expect(await ask(monday)).toMatchObject({ ok: true })
  expect(await ask(monday)).toEqual({ ok: false, reason: 'too-many' })
  expect(await ask(later(15))).toMatchObject({ ok: true })

  await clearOwnPages(db, later(20))
  expect(await db.selectFrom('own_challenge').selectAll().execute()).toEqual([])
})

test('passkeys stay when the person has proved a new address', async ({ db }) => {
  const { id, key, actor, session } = await makeWithKey(db)
  const fresh = 'new@example.org'
  await startEmailChange(db, ownSecret, session, { email: fresh, name: '' }, monday)
  const codes = {
    oldCode: await codeMailedTo(db, email, 'own-page.old-address'),
    newCode: await codeMailedTo(db, fresh, 'own-page.new-address'),
  }
  expect(await finishEmailChange(db, ownSecret, actor, session, codes, monday)).toMatchObject({ ok: true })
  expect(await findOwnSession(db, await tokenBy(db, key, monday), monday)).toMatchObject({
    personId: id,
    email: fresh,
  })
})
