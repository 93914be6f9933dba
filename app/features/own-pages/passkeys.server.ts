import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { PersonActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { immediately, sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { ownPageLetters } from './letters.ts'
import { ownPageLimits } from './limits.ts'
import { startChallenge, useChallenge } from './passkey-challenges.server.ts'
import {
  readNewPasskey,
  readUsedPasskey,
  type NewPasskey,
  type UsedPasskey,
} from '#server/input/passkey-answers.ts'
import { listOpenPeopleAt, pageOf } from './queries.server.ts'
import { beginOwnSession, isFreshSession, type OwnSession } from './sessions.server.ts'

/**
 * Passkeys of the own page. They are in a table of their own and open nothing of staff. Like a session, a passkey works
 * only while the contact of its person says the address that was proved when it was added.
 */

export const maxPasskeys = 10

interface Site {
  origin: string
}

/** For the browser's own dialog, and the token that ties its answer to them. */
interface Challenge {
  options: object
  token: string
}

/** Only soon after signing in: who finds an open browser gets no way back in. */
export async function addingOptions(
  db: Db,
  { origin }: Site,
  session: OwnSession,
  now: Date,
): Promise<Outcome<'not-fresh' | 'too-many', Challenge>> {
  if (!(await isFreshSession(db, session, now))) return { ok: false, reason: 'not-fresh' }
  const { personId, email } = session
  const own = await listPasskeys(db, personId)
  if (own.length >= maxPasskeys) return { ok: false, reason: 'too-many' }
  if (!(await claimTry(db, ownPageLimits['own-passkeys'], personId, now)).ok)
    return { ok: false, reason: 'too-many' }
  const options = await generateRegistrationOptions({
    rpID: new URL(origin).hostname,
    rpName: 'International Academy of Physical Sciences',
    userID: new TextEncoder().encode(`own:${personId}`),
    userName: `My page: ${email}`,
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const token = await startChallenge(db, { personId, challenge: options.challenge }, now)
  return { ok: true, options, token }
}

/** Anyone can request them, and each is a row, so they are limited. */
export async function signInOptions(
  db: Db,
  { origin }: Site,
  address: string,
  now: Date,
): Promise<Outcome<'too-many', Challenge>> {
  const claimed = await claimTry(db, ownPageLimits['own-passkey-challenges'], networkOf(address), now)
  if (!claimed.ok) return { ok: false, reason: 'too-many' }
  const options = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    userVerification: 'required',
  })
  const token = await startChallenge(db, { personId: null, challenge: options.challenge }, now)
  return { ok: true, options, token }
}

interface Answered {
  token: string | undefined
  response: unknown
}

export function addPasskey(
  db: Db,
  { origin }: Site,
  actor: PersonActor,
  session: OwnSession,
  { name, ...answered }: Answered & { name: string },
  now: Date,
): Promise<Outcome<'refused' | 'not-fresh'>> {
  return inTransaction(db, async (db) => {
    const { personId, email } = session
    if (!(await isFreshSession(db, session, now))) return { ok: false, reason: 'not-fresh' }
    const challenge = await useChallenge(db, answered.token, personId, now)
    const answer = readNewPasskey(answered.response)
    const made = challenge && answer && (await verifyNew(answer, challenge, origin))
    if (!made || (await findPasskey(db, made.id))) return { ok: false, reason: 'refused' }
    await db
      .insertInto('own_passkey')
      .values({
        ...{ id: newId(), person_id: personId, email, name, credential_id: made.id },
        ...{ public_key: Buffer.from(made.publicKey).toString('base64url'), counter: made.counter },
        ...{ transports: toJson(made.transports ?? []), created_at: now.getTime(), used_at: null },
      })
      .execute()
    await notify(db, { personId, email }, 'passkeyAdded', name, now)
    await record(db, actor, 'own-page.passkey-added', `person:${personId}`, {}, now)
    return { ok: true }
  })
}

/**
 * Nobody can guess a passkey, so a right one passes however many others have failed behind the same address; only
 * refused ones are counted. It says who of several people at one address signs in.
 */
export function signInWithPasskey(
  db: Db,
  { origin }: Site,
  answered: Answered,
  browser: { address: string; former: string | undefined },
  now: Date,
): Promise<Outcome<'refused' | 'too-many', { token: string }>> {
  return inTransaction(db, async (db) => {
    const challenge = await useChallenge(db, answered.token, null, now)
    const answer = readUsedPasskey(answered.response)
    const stored = answer && (await findPasskey(db, answer.id))
    const counter =
      challenge === undefined || !answer || !stored
        ? undefined
        : await verifyUsed(answer, stored, challenge, origin)
    const owner =
      counter !== undefined &&
      stored &&
      (await listOpenPeopleAt(db, stored.email)).find(({ id }) => id === stored.person_id)
    if (!owner) return refuseSignIn(db, stored?.person_id, browser.address, now)
    await db
      .updateTable('own_passkey')
      .set({ counter, used_at: now.getTime() })
      .where('id', '=', stored.id)
      .execute()
    const { token } = await beginOwnSession(db, stored.email, [pageOf(owner)], browser, now)
    return { ok: true, token }
  })
}

async function refuseSignIn(db: Db, personId: string | undefined, address: string, now: Date) {
  // Beyond the limit nothing is written to the audit trail either, or a flood would fill it.
  const claimed = await claimTry(db, ownPageLimits['own-passkey-tries'], networkOf(address), now)
  if (!claimed.ok) return { ok: false, reason: 'too-many' } as const
  const subject = personId === undefined ? 'own-page' : `person:${personId}`
  await record(db, { kind: 'visitor', address }, 'own-page.passkey-refused', subject, {}, now)
  return { ok: false, reason: 'refused' } as const
}

export function renamePasskey(
  db: Db,
  actor: PersonActor,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const { numUpdatedRows } = await ownPasskeys(db, actor.id, id).set({ name }).executeTakeFirst()
    if (numUpdatedRows === 0n) return { ok: false, reason: 'not-found' }
    await record(db, actor, 'own-page.passkey-renamed', `person:${actor.id}`, {}, now)
    return { ok: true }
  })
}

export function removePasskey(
  db: Db,
  actor: PersonActor,
  session: OwnSession,
  id: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const removed = await db
      .deleteFrom('own_passkey')
      .where('id', '=', id)
      .where('person_id', '=', actor.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) return { ok: false, reason: 'not-found' }
    await notify(db, session, 'passkeyRemoved', removed.name, now)
    await record(db, actor, 'own-page.passkey-removed', `person:${actor.id}`, {}, now)
    return { ok: true }
  })
}

/** In the order in which they were added. */
export async function listPasskeys(db: Db, personId: string) {
  const rows = await db
    .selectFrom('own_passkey')
    .select(['id', 'name', 'credential_id as credentialId', 'created_at as createdAt', 'used_at as usedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
}

function ownPasskeys(db: Db, personId: string, id: string) {
  return db.updateTable('own_passkey').where('id', '=', id).where('person_id', '=', personId)
}

function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('own_passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .$call(lockRows(db))
    .executeTakeFirst()
}

async function verifyNew(response: NewPasskey, challenge: string, origin: string) {
  const verified = await unlessRefused(
    verifyRegistrationResponse({ response, ...expected(challenge, origin) }),
  )
  return verified?.verified ? verified.registrationInfo.credential : undefined
}

async function verifyUsed(
  response: UsedPasskey,
  stored: { credential_id: string; public_key: string; counter: number; transports: string },
  challenge: string,
  origin: string,
): Promise<number | undefined> {
  const credential = {
    id: stored.credential_id,
    publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
    counter: stored.counter,
    transports: fromJson<[]>(stored.transports),
  }
  const verified = await unlessRefused(
    verifyAuthenticationResponse({ response, credential, ...expected(challenge, origin) }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}

function expected(challenge: string, origin: string) {
  return {
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: new URL(origin).hostname },
    requireUserVerification: true,
  }
}

/** The library throws whatever is wrong with an answer; it touches nothing of ours. */
async function unlessRefused<T>(pending: Promise<T>): Promise<T | undefined> {
  try {
    return await pending
  } catch {
    return undefined
  }
}

async function notify(
  db: Db,
  { personId, email }: { personId: string; email: string },
  letter: 'passkeyAdded' | 'passkeyRemoved',
  name: string,
  now: Date,
) {
  const person = (await listOpenPeopleAt(db, email)).find(({ id }) => id === personId)
  const to = { email, name: person?.name ?? '' }
  await sendLetter(db, to, ownPageLetters[letter], { facts: { name }, sendingTime: immediately }, now)
}
