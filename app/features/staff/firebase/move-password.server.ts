import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { findPassword, lockWithAdmins, setPassword } from '#features/staff/accounts/accounts.server.ts'
import { countLocalAdmins, hasPassword } from '#features/staff/accounts/queries.server.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import { forgottenPage } from '#features/staff/joining/recovery.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { addIdentity, findOwnerOfIdentity } from '#features/staff/providers/identities.server.ts'
import type { ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import { refusePassword } from '#features/staff/session/passwords.server.ts'
import { giveBackPasswordTry } from '#features/staff/session/sign-in-tries.server.ts'
import { checkOwnPassword } from '#features/staff/session/sign-in.server.ts'
import {
  beginSession,
  deleteSessions,
  isOpen,
  type Session,
} from '#features/staff/session/sessions.server.ts'
import type { Outcome } from '#outcome.ts'
import { ensureFirebaseUser, type FirebaseUserRefusal } from './ensure-user.server.ts'

type MovedPasswordRefusal = 'not-offered' | 'last-local-admin' | 'taken' | 'session-over'
type OwnPasswordRefusal = 'wrong-password' | 'too-many' | 'busy' | 'away'

/**
 * Someone whose password is stored here has it at Firebase from now on. Ends every session of the person and starts a
 * new one here, as a new password does.
 */
export async function movePasswordToFirebase(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  { current, password }: { current: string; password: string },
  client: Client,
  now: Date,
): Promise<
  Outcome<
    MovedPasswordRefusal | OwnPasswordRefusal | FirebaseUserRefusal | PasswordFault,
    { tokens: TokenChanges }
  >
> {
  const { user } = session
  if (!config.firebase || !(await hasPassword(db, user.id)) || !user.emailVerified)
    return { ok: false, reason: 'not-offered' }
  // Before anything is created at Firebase.
  if (await isLastLocalAdmin(db, session)) return { ok: false, reason: 'last-local-admin' }
  const checked = await checkOwnPassword(db, config, session, current, client, now)
  if (!checked.ok) return checked
  const chooser = { hasFactor: session.hasFactor, words: [user.name, user.email] }
  const ensured = await ensureFirebaseUser(config.firebase, { email: user.email, password }, () =>
    refusePassword(password, chooser),
  )
  await giveBackPasswordTry(db, checked.claim, true)
  if (!ensured.ok) return ensured
  const { identity } = ensured
  if (!identity) return { ok: false, reason: 'not-offered' }

  return inTransaction(db, async (db) => {
    await lockWithAdmins(db, user.id)
    const isChanged = (await findPassword(db, user.id))?.hash !== checked.claim.stored
    if (isChanged || session.isHalf || !(await isOpen(db, session)))
      return { ok: false, reason: 'session-over' }
    if (await isLastLocalAdmin(db, session)) return { ok: false, reason: 'last-local-admin' }
    if (!(await link(db, user.id, identity, now))) return { ok: false, reason: 'taken' }
    await deleteSessions(db, user.id)
    const begin = { userId: user.id, secondFactorAt: session.secondFactorAt, provedAt: now }
    const started = await beginSession(db, config, begin, client, now)
    const notice = { moment: now, link: forgottenPage(config.origin) }
    await sendStaffLetter(db, user, staffLetters.passwordChanged, notice, now)
    await record(db, actor, 'staff.sign-in-linked', `staff:${user.id}`, { provider: 'Firebase' }, now)
    return { ok: true, tokens: { session: started } }
  })
}

/** The owner of a password that is the only one of an administrator here; nobody could sign in while Firebase is away. */
async function isLastLocalAdmin(db: Db, { user: { role, state } }: Session): Promise<boolean> {
  return role === 'admin' && state === 'active' && (await countLocalAdmins(db)) === 1
}

/** The password here is deleted first, because a new or deleted password unlinks Firebase. */
async function link(db: Db, userId: string, identity: ProvidedIdentity, now: Date): Promise<boolean> {
  const owner = await findOwnerOfIdentity(db, identity)
  if (owner !== undefined && owner !== userId) return false
  await setPassword(db, userId, null, now)
  if (!(await addIdentity(db, userId, identity, now)))
    throw new Error('Two accounts were linked to one person at Firebase at the same moment.')
  return true
}
