import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { findPassword, lockAccount } from '#features/staff/accounts/accounts.server.ts'
import type { Client, IdentityConfig } from './client.ts'
import { rememberDevice } from './devices.server.ts'
import { issuerOf } from '#features/staff/firebase/issuer.ts'
import { findIdentity, noteIdentityUsed } from '#features/staff/providers/identities.server.ts'
import { findFactors, hasFactor } from '#features/staff/factors/factor-queries.server.ts'
import { checkPassword, type PasswordVerdict } from './check-password.server.ts'
import { areTooManyHashed } from './passwords.server.ts'
import { useRecoveryCode } from '#features/staff/factors/recovery-codes.server.ts'
import {
  beginSession,
  findSession,
  findSessionUser,
  isOpen,
  replaceSession,
  type Session,
  type SessionUser,
} from './sessions.server.ts'
import {
  claimFactorTry,
  claimPasswordTry,
  giveBackFactorTry,
  giveBackPasswordTry,
  type TryClaim,
} from './sign-in-tries.server.ts'
import type { TokenChanges } from './tokens.ts'
import { useTotp } from '#features/staff/factors/totp-codes.server.ts'

export type SignInOutcome =
  | { ok: true; tokens: TokenChanges; next: 'done' | 'second-factor'; user: SessionUser; hasFactor: boolean }
  | {
      ok: false
      /** 'locked': too many wrong ones in a row, only a mailed link helps. */
      reason: 'unknown-user' | 'wrong-password' | 'too-many' | 'locked' | 'disabled' | 'busy' | 'away'
      /** With 'too-many': when the next try is possible. */
      until?: Date
      /** Firebase gave this reason, so the address has an account here. */
      isFromFirebase?: true
    }

export type FactorOutcome =
  | { ok: true; tokens: TokenChanges; user: SessionUser; codesLeft?: number }
  /** 'locked': too many wrong ones in a row, only a new password by mail or an administrator helps. */
  | { ok: false; reason: 'wrong-code' | 'too-many' | 'locked' | 'session-over'; until?: Date }

/** The password is hashed outside any transaction: it takes long, and would block the database. */
export async function signIn(
  db: Db,
  config: IdentityConfig,
  { email, password }: { email: string; password: string },
  client: Client,
  now: Date,
): Promise<SignInOutcome> {
  if (areTooManyHashed()) return { ok: false, reason: 'busy' }
  const claim = await claimPasswordTry(db, email, client, now)
  if (!claim.ok) return { ok: false, reason: 'too-many', until: claim.until }

  const verdict = await checkPassword(db, config, claim, { email, password })
  if (verdict === 'busy' || verdict === 'away') {
    await giveBackPasswordTry(db, claim, false)
    return { ok: false, reason: verdict, ...originOf(verdict) }
  }
  return inTransaction(db, (db) =>
    verdict === 'right'
      ? letIn(db, config, claim, client, now)
      : refuse(db, claim, { email, verdict }, client, now),
  )
}

async function letIn(
  db: Db,
  config: IdentityConfig,
  claim: TryClaim,
  client: Client,
  now: Date,
): Promise<SignInOutcome> {
  await giveBackPasswordTry(db, claim, true)
  const account = await lockAccount(db, claim.userId ?? '')
  const user = account && (await findSessionUser(db, account.id))
  const subject = `staff:${claim.userId}`
  // The password may have been changed while this one was hashed.
  if (!user || (await findPassword(db, user.id))?.hash !== claim.stored) {
    await record(db, visitor(client), 'staff.sign-in-failed', subject, { reason: 'wrong-password' }, now)
    return { ok: false, reason: 'wrong-password' }
  }
  if (user.state === 'disabled') {
    await record(db, visitor(client), 'staff.sign-in-failed', subject, { reason: 'disabled' }, now)
    return { ok: false, reason: 'disabled' }
  }
  if (claim.stored === null && !(await noteFirebaseUsed(db, config, user.id, now)))
    return { ok: false, reason: 'wrong-password' }
  const has = await hasFactor(db, user.id)
  const begin = { userId: user.id, secondFactorAt: null, provedAt: now }
  const started = await beginSession(db, config, begin, client, now)
  const device = has ? undefined : await rememberDevice(db, user, client, now)
  const action = has ? 'staff.password-accepted' : 'staff.signed-in'
  await record(db, personOf(user, client), action, subject, {}, now)
  const tokens = { session: started, device }
  return { ok: true, tokens, next: has ? 'second-factor' : 'done', user, hasFactor: has }
}

/** False if the account was unlinked while Firebase checked the password. */
async function noteFirebaseUsed(db: Db, { firebase }: IdentityConfig, userId: string, now: Date) {
  const issuer = firebase && issuerOf(firebase)
  const known = issuer && (await findIdentity(db, userId, issuer))
  if (!issuer || !known) return false
  await noteIdentityUsed(db, { issuer, subject: known.subject }, now)
  return true
}

async function refuse(
  db: Db,
  { userId, isLocked }: TryClaim,
  { email, verdict }: { email: string; verdict: Exclude<PasswordVerdict, 'right' | 'busy' | 'away'> },
  client: Client,
  now: Date,
): Promise<SignInOutcome> {
  const known = isLocked ? 'locked' : verdict
  const reason = userId ? known : 'unknown-user'
  const subject = userId ? `staff:${userId}` : 'staff'
  await record(db, visitor(client), 'staff.sign-in-failed', subject, { reason, email }, now)
  return { ok: false, reason, ...originOf(reason) }
}

/** A password that is checked here is right or wrong; only Firebase gives these reasons. */
function originOf(verdict: PasswordVerdict | 'locked'): { isFromFirebase?: true } {
  const isFromFirebase = verdict === 'away' || verdict === 'disabled' || verdict === 'too-many'
  return isFromFirebase ? { isFromFirebase } : {}
}

/** Also asks a full session again, before something sensitive. Either way the session changes its token. */
export async function passSecondFactor(
  db: Db,
  config: IdentityConfig,
  session: Session,
  proof: { code: string } | { recoveryCode: string },
  client: Client,
  now: Date,
): Promise<FactorOutcome> {
  const { id } = session.user
  const tried = await claimFactorTry(db, session.user, config, client, now)
  if (!tried.ok) return tried

  return inTransaction(db, async (db) => {
    const account = await lockAccount(db, id)
    const user = account && (await findSessionUser(db, id))
    if (!user || user.state === 'disabled' || !(await isOpen(db, session)))
      return { ok: false, reason: 'session-over' }

    const isRight =
      'code' in proof
        ? await useTotp(db, config, id, proof.code, now)
        : await useRecoveryCode(db, id, proof.recoveryCode)
    const factor = 'code' in proof ? 'app' : 'recovery'
    if (!isRight) {
      await record(db, visitor(client), 'staff.second-factor-failed', `staff:${id}`, { factor }, now)
      return { ok: false, reason: 'wrong-code' }
    }
    await giveBackFactorTry(db, id)
    // Recovery codes are on paper and can be renewed from a stolen session: they open the account and prove nobody's
    // identity.
    const proved = { secondFactorAt: now, provedAt: 'code' in proof ? now : null }
    const replaced = await replaceSession(db, config, session, proved, client, now)
    const tokens = { session: replaced, device: await rememberDevice(db, user, client, now) }
    const action = session.isHalf ? 'staff.signed-in' : 'staff.confirmed'
    await record(db, personOf(user, client), action, `staff:${id}`, { factor }, now)
    if ('code' in proof) return { ok: true, tokens, user }
    return { ok: true, tokens, user, codesLeft: (await findFactors(db, id)).recoveryCodesLeft }
  })
}

/** Proves again who is there. The session changes its token; `session` is the new one. */
export async function confirmPassword(
  db: Db,
  config: IdentityConfig,
  session: Session,
  password: string,
  client: Client,
  now: Date,
): Promise<
  Outcome<
    'wrong-password' | 'too-many' | 'busy' | 'away' | 'session-over',
    { tokens: TokenChanges; session: Session }
  >
> {
  const { user } = session
  const checked = await checkOwnPassword(db, config, session, password, client, now)
  if (!checked.ok) return checked
  return inTransaction(db, async (db) => {
    await giveBackPasswordTry(db, checked.claim, true)
    await lockAccount(db, user.id)
    if (!(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    const proved = { secondFactorAt: session.secondFactorAt, provedAt: now }
    const replaced = await replaceSession(db, config, session, proved, client, now)
    await record(db, personOf(user, client), 'staff.confirmed', `staff:${user.id}`, {}, now)
    const started = await findSession(db, replaced.token, now)
    if (!started) throw new Error('A session that was just started did not open.')
    return { ok: true, tokens: { session: replaced }, session: started }
  })
}

/** Counts as a try of the account, because someone at an unlocked computer may guess as well. */
export async function checkOwnPassword(
  db: Db,
  config: IdentityConfig,
  { user }: Session,
  password: string,
  client: Client,
  now: Date,
): Promise<Outcome<'wrong-password' | 'too-many' | 'busy' | 'away', { claim: TryClaim }>> {
  if (areTooManyHashed()) return { ok: false, reason: 'busy' }
  const claim = await claimPasswordTry(db, user.email, client, now)
  if (!claim.ok) return { ok: false, reason: 'too-many' }
  const verdict = await checkPassword(db, config, claim, { email: user.email, password })
  if (verdict === 'right') return { ok: true, claim }
  if (verdict === 'busy' || verdict === 'away') {
    await giveBackPasswordTry(db, claim, false)
    return { ok: false, reason: verdict }
  }
  if (verdict === 'too-many') return { ok: false, reason: verdict }
  await inTransaction(db, (db) =>
    record(db, personOf(user, client), 'staff.password-refused', `staff:${user.id}`, {}, now),
  )
  return { ok: false, reason: 'wrong-password' }
}

function visitor(client: Client): Actor {
  return { kind: 'visitor', address: client.address }
}

/** Someone waiting for approval has no role yet and counts as a visitor. */
export function personOf({ id, role }: SessionUser, { address }: Client): Actor {
  return role ? { kind: 'staff', id, role, address } : { kind: 'visitor', address }
}
