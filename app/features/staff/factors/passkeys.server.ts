import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { readNewPasskey, readUsedPasskey } from '#server/input/passkey-answers.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { lockAccount } from '#features/staff/accounts/accounts.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { findDevice, rememberDevice } from '#features/staff/session/devices.server.ts'
import { findFactors } from './factor-queries.server.ts'
import { makeChallenge, openByPasskey, storePasskey, type Challenge } from './passkey-ceremonies.server.ts'
import { finishRemovingFactor, isPasswordShort, finishAddingFactor } from './factors.server.ts'
import {
  findSessionUser,
  isFresh,
  isOpen,
  type Session,
  type SessionUser,
} from '#features/staff/session/sessions.server.ts'
import { personOf } from '#features/staff/session/sign-in.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'

const passkey = 'A passkey'

export interface PasskeyLine {
  id: string
  name: string
  createdAt: Date
}

export async function passkeyOptions(
  db: Db,
  config: IdentityConfig,
  use: 'add' | 'use',
  client: Client,
  now: Date,
): Promise<Outcome<'not-fresh', Challenge>> {
  return inTransaction(db, async (db) => {
    const made = await makeChallenge(db, config, use, client, now)
    return made ? { ok: true, ...made } : { ok: false, reason: 'not-fresh' }
  })
}

/**
 * Options to sign in with. Anyone can request them, and each is a row, so they are limited. Known browsers are counted
 * separately, so that a stranger behind the same address cannot keep them from their passkeys.
 */
export function signInOptions(
  db: Db,
  config: IdentityConfig,
  client: Client,
  now: Date,
): Promise<Outcome<'not-fresh' | 'too-many', Challenge>> {
  return inTransaction(db, async (db) => {
    const known = await findDevice(db, undefined, client, now)
    const claimed = await claimTry(
      db,
      staffLimits['passkey-challenge'],
      known ?? networkOf(client.address),
      now,
    )
    return claimed.ok ? passkeyOptions(db, config, 'use', client, now) : { ok: false, reason: 'too-many' }
  })
}

/** Ends all sessions and starts a new one here. Recovery codes come with the first factor and are shown once. */
export function addPasskey(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  { name, response }: { name: string; response: unknown },
  client: Client,
  now: Date,
): Promise<Outcome<'refused' | 'not-fresh', { tokens: TokenChanges; recoveryCodes: string[] }>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    await lockAccount(db, user.id)
    if (session.isHalf || !isFresh(session, now) || !(await isOpen(db, session)))
      return { ok: false, reason: 'not-fresh' }
    const answer = readNewPasskey(response)
    if (!answer || (await isKnown(db, answer.id))) return { ok: false, reason: 'refused' }
    const body = { name, response: answer }
    if (!(await storePasskey(db, config, body, client, now))) return { ok: false, reason: 'refused' }

    const finished = await finishAddingFactor(db, config, session, passkey, client, now)
    await record(db, actor, 'staff.passkey-added', `staff:${user.id}`, { name }, now)
    return { ok: true, ...finished }
  })
}

/**
 * A passkey that the device confirmed by finger, face or PIN is both factors in one. Nobody can guess one, so a right
 * one passes however many others have failed behind the same address; only refused ones are counted.
 */
export function signInWithPasskey(
  db: Db,
  config: IdentityConfig,
  response: unknown,
  client: Client,
  now: Date,
): Promise<Outcome<'refused' | 'disabled' | 'too-many', { tokens: TokenChanges; user: SessionUser }>> {
  return inTransaction(db, async (db) => {
    const visitor = { kind: 'visitor', address: client.address } as const
    const answer = readUsedPasskey(response)
    const owner = answer && (await lockOwner(db, answer.id))
    // The refusal is caught inside: thrown through the transaction it would restore the used challenge.
    const started = answer && owner && (await openByPasskey(db, config, answer, client, now))
    if (!owner || !started) {
      // Beyond the limit nothing is written to the audit trail either, or a flood would fill it.
      if (!(await claimTry(db, staffLimits.address, networkOf(client.address), now)).ok)
        return { ok: false, reason: 'too-many' }
      const subject = owner ? `staff:${owner.id}` : 'staff'
      await record(db, visitor, 'staff.sign-in-failed', subject, { reason: 'passkey-refused' }, now)
      return { ok: false, reason: 'refused' }
    }
    if (owner.state === 'disabled') {
      await db.deleteFrom('staff_session').where('id', '=', started.id).execute()
      await record(db, visitor, 'staff.sign-in-failed', `staff:${owner.id}`, { reason: 'disabled' }, now)
      return { ok: false, reason: 'disabled' }
    }
    const old = client.tokens.session
    if (old) await db.deleteFrom('staff_session').where('token_hash', '=', hashToken(old)).execute()
    await db.updateTable('staff_user').set({ failures: 0 }).where('id', '=', owner.id).execute()
    const device = await rememberDevice(db, owner, client, now)
    await record(
      db,
      personOf(owner, client),
      'staff.signed-in',
      `staff:${owner.id}`,
      { factor: 'passkey' },
      now,
    )
    return { ok: true, tokens: { session: started.session, device }, user: owner }
  })
}

/** In the order in which they were added. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyLine[]> {
  const rows = await db
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? 'Passkey',
    createdAt: new Date(row.created_at),
  }))
}

export function removePasskey(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  id: string,
  client: Client,
  now: Date,
): Promise<Outcome<'not-found' | 'password-too-short' | 'session-over', { tokens: TokenChanges }>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    await lockAccount(db, user.id)
    if (session.isHalf || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    const own = (await listPasskeys(db, user.id)).find((line) => line.id === id)
    if (!own) return { ok: false, reason: 'not-found' }
    const { totpSince, passkeys } = await findFactors(db, user.id)
    if (!totpSince && passkeys === 1 && (await isPasswordShort(db, user.id)))
      return { ok: false, reason: 'password-too-short' }

    await db.deleteFrom('staff_passkey').where('id', '=', id).where('user_id', '=', user.id).execute()
    const tokens = await finishRemovingFactor(db, config, session, passkey, client, now)
    await record(db, actor, 'staff.passkey-removed', `staff:${user.id}`, { name: own.name }, now)
    return { ok: true, tokens }
  })
}

async function isKnown(db: Db, credentialId: string): Promise<boolean> {
  return (await findOwnerId(db, credentialId)) !== undefined
}

async function lockOwner(db: Db, credentialId: string): Promise<SessionUser | undefined> {
  const id = await findOwnerId(db, credentialId)
  if (id) await lockAccount(db, id)
  return id ? findSessionUser(db, id) : undefined
}

async function findOwnerId(db: Db, credentialId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_passkey')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row?.user_id
}
