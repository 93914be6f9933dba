import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { findPassword, lockAccount } from '#features/staff/accounts/accounts.server.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import {
  beginSession,
  deleteSessions,
  isFresh,
  isOpen,
  type Session,
} from '#features/staff/session/sessions.server.ts'
import type { Outcome } from '#outcome.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import { addIdentity, listLinkedSignIns, refuseEmail, removeIdentity } from './identities.server.ts'
import type { ProvidedIdentity } from './openid.server.ts'

/** People link a provider to their own account while they are signed in, with fresh proof like a second factor. */
export function linkIdentity(
  db: Db,
  actor: Actor,
  session: Session,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  now: Date,
): Promise<Outcome<'session-over' | 'not-fresh' | 'unverified' | 'other-domain' | 'taken'>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    const account = await lockAccount(db, user.id)
    const isUsable = account && account.emailVerifiedAt !== null && !session.isHalf
    if (!isUsable || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    if (!isFresh(session, now)) return { ok: false, reason: 'not-fresh' }
    const reason = refuseEmail(provider, identity)
    if (reason) return { ok: false, reason }
    if (!(await addIdentity(db, user.id, identity, now))) return { ok: false, reason: 'taken' }
    const facts = { provider: provider.label, moment: now }
    await sendStaffLetter(db, user, staffLetters.signInLinked, facts, now)
    await record(db, actor, 'staff.sign-in-linked', `staff:${user.id}`, { provider: provider.label }, now)
    return { ok: true }
  })
}

/** Ends all sessions and starts a new one here. Someone without a password would lose their way in. */
export function unlinkIdentity(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  { id, label }: { id: string; label: string },
  client: Client,
  now: Date,
): Promise<Outcome<'session-over' | 'not-found' | 'no-password', { tokens: TokenChanges }>> {
  return inTransaction(db, async (db) => {
    const { user } = session
    await lockAccount(db, user.id)
    if (session.isHalf || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    const own = (await listLinkedSignIns(db, user.id)).find((line) => line.id === id)
    if (!own) return { ok: false, reason: 'not-found' }
    if (!(await findPassword(db, user.id))?.hash) return { ok: false, reason: 'no-password' }

    await removeIdentity(db, user.id, id)
    await deleteSessions(db, user.id)
    const { secondFactorAt, provedAt } = session
    const begin = { userId: user.id, secondFactorAt, provedAt }
    const started = await beginSession(db, config, begin, client, now)
    await sendStaffLetter(db, user, staffLetters.signInUnlinked, { provider: label, moment: now }, now)
    await record(db, actor, 'staff.sign-in-unlinked', `staff:${user.id}`, { provider: label }, now)
    return { ok: true, tokens: { session: started } }
  })
}
