import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { record } from '#features/audit/operations.server.ts'
import { lockAccount } from '#features/staff/accounts/accounts.server.ts'
import { hasFactor } from '#features/staff/factors/factor-queries.server.ts'
import { visitor } from '#features/staff/joining/newcomers.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { rememberDevice } from '#features/staff/session/devices.server.ts'
import {
  beginSession,
  findSessionUser,
  isOpen,
  replaceSession,
  type Session,
  type SessionUser,
} from '#features/staff/session/sessions.server.ts'
import { personOf } from '#features/staff/session/sign-in.server.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import type { Outcome } from '#outcome.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import { findOwnerOfIdentity, noteIdentityUsed, provedAtProvider, refuseEmail } from './identities.server.ts'
import type { ProvidedIdentity } from './openid.server.ts'

type EmailRefusal = 'unverified' | 'other-domain'
type SignInRefusal = EmailRefusal | 'unknown-identity' | 'disabled'

/**
 * Takes the place of the password and of nothing else: the site's own second factor is still needed, whatever the
 * provider has asked for.
 */
export function signInByProvider(
  db: Db,
  config: IdentityConfig,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  client: Client,
  now: Date,
): Promise<Outcome<SignInRefusal, { tokens: TokenChanges; user: SessionUser; hasFactor: boolean }>> {
  return inTransaction(db, async (db) => {
    const refuse = async (reason: SignInRefusal, userId?: string) => {
      const subject = userId ? `staff:${userId}` : 'staff'
      const details = { reason, provider: provider.label }
      await record(db, visitor(client), 'staff.provider-sign-in-failed', subject, details, now)
      return { ok: false as const, reason }
    }
    const owner = await findOwnerOfIdentity(db, identity)
    const account = owner === undefined ? undefined : await lockAccount(db, owner)
    // Read again under the lock: it may have been unlinked.
    const isStillLinked = account && (await findOwnerOfIdentity(db, identity)) === account.id
    const user = isStillLinked ? await findSessionUser(db, account.id) : undefined
    if (!user) return refuse('unknown-identity')
    if (user.state === 'disabled') return refuse('disabled', user.id)
    const emailFault = refuseEmail(provider, identity)
    if (emailFault) return refuse(emailFault, user.id)

    await noteIdentityUsed(db, identity, now)
    const has = await hasFactor(db, user.id)
    const begin = { userId: user.id, secondFactorAt: null, provedAt: provedAtProvider(identity, now) }
    const started = await beginSession(db, config, begin, client, now)
    const device = has ? undefined : await rememberDevice(db, user, client, now)
    const action = has ? 'staff.provider-accepted' : 'staff.signed-in-by-provider'
    const details = { provider: provider.label }
    await record(db, personOf(user, client), action, `staff:${user.id}`, details, now)
    return { ok: true, tokens: { session: started, device }, user, hasFactor: has }
  })
}

/** Proves again who is there. The provider must say that the person has just signed in there. */
export function confirmByProvider(
  db: Db,
  config: IdentityConfig,
  session: Session,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  client: Client,
  now: Date,
): Promise<Outcome<EmailRefusal | 'not-yours' | 'not-recent' | 'session-over', { tokens: TokenChanges }>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    await lockAccount(db, user.id)
    if (session.isHalf || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    if ((await findOwnerOfIdentity(db, identity)) !== user.id) return { ok: false, reason: 'not-yours' }
    const emailFault = refuseEmail(provider, identity)
    if (emailFault) return { ok: false, reason: emailFault }
    const provedAt = provedAtProvider(identity, now)
    if (!provedAt) return { ok: false, reason: 'not-recent' }
    await noteIdentityUsed(db, identity, now)
    const proved = { secondFactorAt: session.secondFactorAt, provedAt }
    const replaced = await replaceSession(db, config, session, proved, client, now)
    const details = { provider: provider.label }
    await record(db, personOf(user, client), 'staff.confirmed', `staff:${user.id}`, details, now)
    return { ok: true, tokens: { session: replaced } }
  })
}
