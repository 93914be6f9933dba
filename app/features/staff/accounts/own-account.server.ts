import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { findPassword, lockAccount, setPassword } from './accounts.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import type { ProfileAnswers } from './form.ts'
import { hasFactor } from '#features/staff/factors/factor-queries.server.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import { hashPassword, refusePassword } from '#features/staff/session/passwords.server.ts'
import { forgottenPage } from '#features/staff/joining/recovery.server.ts'
import {
  beginSession,
  deleteSessions,
  findSessionUser,
  isOpen,
  type Session,
} from '#features/staff/session/sessions.server.ts'
import { giveBackPasswordTry } from '#features/staff/session/sign-in-tries.server.ts'
import { checkOwnPassword } from '#features/staff/session/sign-in.server.ts'

export function changeProfile(
  db: Db,
  actor: Actor,
  session: Session,
  { name, phone }: ProfileAnswers,
  now: Date,
): Promise<Outcome<'nothing-changed'>> {
  return inTransaction(db, async (db) => {
    const { id } = session.user
    await lockAccount(db, id)
    const before = await findSessionUser(db, id)
    const changes: Record<string, [string, string]> = {}
    if (before && before.name !== name) changes['name'] = [before.name, name]
    if (before && before.phone !== phone) changes['phone'] = [before.phone, phone]
    if (!Object.keys(changes).length) return { ok: false, reason: 'nothing-changed' }
    const at = now.getTime()
    await db.updateTable('staff_user').set({ name, phone, updated_at: at }).where('id', '=', id).execute()
    await mirrorUser(db, id, now)
    await record(db, actor, 'staff.profile-changed', `staff:${id}`, { changes }, now)
    return { ok: true }
  })
}

/** Ends every session of the person and starts a new one here. */
export async function changePassword(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  { current, password }: { current: string; password: string },
  client: Client,
  now: Date,
): Promise<
  Outcome<
    'wrong-password' | 'too-many' | 'busy' | 'away' | 'session-over' | PasswordFault,
    { tokens: TokenChanges }
  >
> {
  const { user } = session
  const chooser = { hasFactor: session.hasFactor, words: [user.name, user.email] }
  const fault = refusePassword(password, chooser)
  if (fault) return { ok: false, reason: fault }
  const checked = await checkOwnPassword(db, config, session, current, client, now)
  if (!checked.ok) return checked
  const hash = await hashPassword(password)
  if (!hash) {
    await giveBackPasswordTry(db, checked.claim, true)
    return { ok: false, reason: 'busy' }
  }

  return inTransaction(db, async (db) => {
    await giveBackPasswordTry(db, checked.claim, true)
    await lockAccount(db, user.id)
    const isChanged = (await findPassword(db, user.id))?.hash !== checked.claim.stored
    if (isChanged || !(await isOpen(db, session)) || session.hasFactor !== (await hasFactor(db, user.id)))
      return { ok: false, reason: 'session-over' }
    await setPassword(db, user.id, { text: password, hash }, now)
    await deleteSessions(db, user.id)
    const begin = { userId: user.id, secondFactorAt: session.secondFactorAt, provedAt: now }
    const started = await beginSession(db, config, begin, client, now)
    await sendStaffLetter(
      db,
      user,
      staffLetters.passwordChanged,
      { moment: now, link: forgottenPage(config.origin) },
      now,
    )
    await record(db, actor, 'staff.password-changed', `staff:${user.id}`, {}, now)
    return { ok: true, tokens: { session: started } }
  })
}
