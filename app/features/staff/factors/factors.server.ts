import { randomBytes } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { findPassword, lockAccount } from '#features/staff/accounts/accounts.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { findFactors, hasFactor } from './factor-queries.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import { makeRecoveryCodes } from './recovery-codes.server.ts'
import {
  beginSession,
  deleteSessions,
  isOpen,
  type Session,
} from '#features/staff/session/sessions.server.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry, giveBackTry } from '#server/load/throttle.server.ts'
import { seal, unseal } from '#features/staff/session/sealed-values.server.ts'
import { base32, inFours, matchingStep, totpLink } from './totp.ts'

const app = 'An authenticator app'

/** The key in groups of four for typing, and the otpauth:// link for the QR code. */
export interface TotpKey {
  key: string
  link: string
}

/** The key that is not confirmed yet. */
export async function findOpenTotp(
  db: Db,
  config: IdentityConfig,
  { user }: Session,
): Promise<TotpKey | undefined> {
  const secret = await findOpenSecret(db, config, user.id)
  if (!secret) return undefined
  const { shortName } = await readSettings(db)
  return { key: inFours(base32(secret), ' '), link: totpLink(shortName, user.email, secret) }
}

/** Makes a key to be confirmed; an earlier unconfirmed one becomes void. */
export async function beginTotp(
  db: Db,
  config: IdentityConfig,
  { user, isHalf }: Session,
): Promise<Outcome<'already-on' | 'session-over'>> {
  if (isHalf) return { ok: false, reason: 'session-over' }
  const secret = seal(randomBytes(20), config.secret, user.id)
  const started = await db
    .insertInto('staff_totp')
    .values({ user_id: user.id, secret, last_used_step: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('staff_totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return started ? { ok: true } : { ok: false, reason: 'already-on' }
}

/** Ends all sessions and starts a new one here. Recovery codes come with the first factor and are shown once. */
export async function confirmTotp(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  code: string,
  client: Client,
  now: Date,
): Promise<
  Outcome<
    'wrong-code' | 'too-many' | 'not-started' | 'session-over',
    { tokens: TokenChanges; recoveryCodes: string[] }
  >
> {
  const { user } = session
  if (!(await claimTry(db, staffLimits.factor, user.id, now)).ok) return { ok: false, reason: 'too-many' }
  return inTransaction(db, async (db) => {
    await lockAccount(db, user.id)
    if (session.isHalf || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    const secret = await findOpenSecret(db, config, user.id)
    if (!secret) return { ok: false, reason: 'not-started' }
    const step = matchingStep(secret, code, now)
    if (step === undefined) return { ok: false, reason: 'wrong-code' }

    await giveBackTry(db, staffLimits.factor, user.id)
    await db
      .updateTable('staff_totp')
      .set({ confirmed_at: now.getTime(), last_used_step: step })
      .where('user_id', '=', user.id)
      .execute()
    const finished = await finishAddingFactor(db, config, session, app, client, now)
    await record(db, actor, 'staff.totp-added', `staff:${user.id}`, {}, now)
    return { ok: true, ...finished }
  })
}

export function removeTotp(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  client: Client,
  now: Date,
): Promise<Outcome<'not-on' | 'password-too-short' | 'session-over', { tokens: TokenChanges }>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    await lockAccount(db, user.id)
    if (session.isHalf || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    const { totpSince, passkeys } = await findFactors(db, user.id)
    if (!totpSince) return { ok: false, reason: 'not-on' }
    if (!passkeys && (await isPasswordShort(db, user.id))) return { ok: false, reason: 'password-too-short' }

    await db.deleteFrom('staff_totp').where('user_id', '=', user.id).execute()
    const tokens = await finishRemovingFactor(db, config, session, app, client, now)
    await record(db, actor, 'staff.totp-removed', `staff:${user.id}`, {}, now)
    return { ok: true, tokens }
  })
}

/** The old ones become void. */
export function renewRecoveryCodes(
  db: Db,
  actor: Actor,
  session: Session,
  now: Date,
): Promise<Outcome<'no-factor' | 'session-over', { recoveryCodes: string[] }>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    await lockAccount(db, user.id)
    if (session.isHalf || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    if (!(await hasFactor(db, user.id))) return { ok: false, reason: 'no-factor' }
    const recoveryCodes = await makeRecoveryCodes(db, user.id)
    await sendStaffLetter(db, user, staffLetters.codesRenewed, { moment: now }, now)
    await record(db, actor, 'staff.recovery-codes-renewed', `staff:${user.id}`, {}, now)
    return { ok: true, recoveryCodes }
  })
}

/** What follows after any factor was added. */
export async function finishAddingFactor(
  db: Db,
  config: IdentityConfig,
  { user, provedAt }: Session,
  factor: string,
  client: Client,
  now: Date,
): Promise<{ tokens: TokenChanges; recoveryCodes: string[] }> {
  const { recoveryCodesLeft } = await findFactors(db, user.id)
  const recoveryCodes = recoveryCodesLeft ? [] : await makeRecoveryCodes(db, user.id)
  await deleteSessions(db, user.id)
  const begin = { userId: user.id, secondFactorAt: now, provedAt }
  const started = await beginSession(db, config, begin, client, now)
  await sendStaffLetter(db, user, staffLetters.factorAdded, { factor, moment: now }, now)
  return { tokens: { session: started }, recoveryCodes }
}

/** What follows after any factor was removed. */
export async function finishRemovingFactor(
  db: Db,
  config: IdentityConfig,
  session: Session,
  factor: string,
  client: Client,
  now: Date,
): Promise<TokenChanges> {
  const { user } = session
  const isLast = !(await hasFactor(db, user.id))
  if (isLast) await db.deleteFrom('staff_recovery_code').where('user_id', '=', user.id).execute()
  await deleteSessions(db, user.id)
  await sendStaffLetter(db, user, staffLetters.factorRemoved, { factor, moment: now }, now)
  const { provedAt } = session
  const secondFactorAt = isLast ? null : session.secondFactorAt
  const begin = { userId: user.id, secondFactorAt, provedAt }
  return { session: await beginSession(db, config, begin, client, now) }
}

/** Authenticator app, passkeys and recovery codes, including an unconfirmed app. */
export async function removeFactors(db: Db, userId: string): Promise<void> {
  for (const table of ['staff_totp', 'staff_recovery_code', 'staff_passkey'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** The last factor cannot be removed while the password is too short without one. */
export async function isPasswordShort(db: Db, userId: string): Promise<boolean> {
  return (await findPassword(db, userId))?.isShort ?? false
}

async function findOpenSecret(db: Db, config: IdentityConfig, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('staff_totp')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return row && unseal(row.secret, config.secret, userId)
}
