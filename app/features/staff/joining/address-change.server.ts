import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import { findAccountByEmail, lockAccount } from '#features/staff/accounts/accounts.server.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { deleteSessions, isOpen, type Session } from '#features/staff/session/sessions.server.ts'
import { giveBackPasswordTry } from '#features/staff/session/sign-in-tries.server.ts'
import { checkOwnPassword } from '#features/staff/session/sign-in.server.ts'
import { sendStaffLetter } from './letters.server.ts'
import { findLink, makeLink, takeLink, voidLinks } from './links.server.ts'
import { unproven, visitor } from './newcomers.server.ts'
import { forgottenPage } from './recovery.server.ts'

/**
 * Someone changes the address of their account: the password proves that it is theirs, a link proves the new address,
 * and the old address learns of both steps. An address that has an account gets no link, and the answer is the same.
 */
export async function requestAddressChange(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  session: Session,
  { newEmail, current }: { newEmail: string; current: string },
  client: Client,
  now: Date,
): Promise<
  Outcome<'same-address' | 'not-confirmed' | 'wrong-password' | 'too-many' | 'busy' | 'away' | 'session-over'>
> {
  const { user } = session
  if (newEmail === user.email) return { ok: false, reason: 'same-address' }
  const checked = await checkOwnPassword(db, config, session, current, client, now)
  if (!checked.ok) return checked
  return inTransaction(db, async (db) => {
    await giveBackPasswordTry(db, checked.claim, true)
    const account = await lockAccount(db, user.id)
    if (!account || !(await isOpen(db, session))) return { ok: false, reason: 'session-over' }
    // Before the first proof of an address anyone may have signed up with it.
    if (account.emailVerifiedAt === null) return { ok: false, reason: 'not-confirmed' }
    if (!(await claimTry(db, staffLimits['verify-letter'], newEmail, now)).ok)
      return { ok: false, reason: 'too-many' }
    if (!(await findAccountByEmail(db, newEmail))) {
      const wanted = { purpose: 'verify', email: newEmail, userId: user.id } as const
      const link = await makeLink(db, config.origin, wanted, now)
      await sendStaffLetter(db, unproven(newEmail), staffLetters.newAddress, { link }, now)
    }
    const notice = { moment: now, link: forgottenPage(config.origin) }
    await sendStaffLetter(db, account, staffLetters.addressChangeRequested, notice, now)
    await record(db, actor, 'staff.address-change-requested', `staff:${user.id}`, {}, now)
    return { ok: true }
  })
}

/** The new address of a link that changes one, if it still works. */
export async function findAddressChange(db: Db, token: string, now: Date): Promise<string | undefined> {
  const link = await findLink(db, 'verify', token, now)
  if (!link?.userId || link.isOver) return undefined
  const owner = await db
    .selectFrom('staff_user')
    .select('email')
    .where('id', '=', link.userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return owner && owner.email !== link.email ? link.email : undefined
}

/** Ends every session and every link of the old address. */
export function changeAddress(
  db: Db,
  token: string,
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead'>> {
  return inTransaction(db, async (db) => {
    const found = await findLink(db, 'verify', token, now)
    const account = found?.userId ? await lockAccount(db, found.userId) : undefined
    const link = account && (await takeLink(db, 'verify', token, now))
    const isUsable = account && account.state !== 'disabled' && account.emailVerifiedAt !== null
    if (!link || !isUsable || account.email === link.email || (await findAccountByEmail(db, link.email)))
      return { ok: false, reason: 'link-dead' }
    const at = now.getTime()
    await db
      .updateTable('staff_user')
      .set({ email: link.email, email_verified_at: at, updated_at: at })
      .where('id', '=', account.id)
      .execute()
    await mirrorUser(db, account.id, now)
    await deleteSessions(db, account.id)
    for (const purpose of ['verify', 'reset', 'sign-in'] as const) await voidLinks(db, purpose, account.email)
    const notice = { moment: now }
    await sendStaffLetter(db, account, staffLetters.addressChanged, notice, now)
    await record(db, visitor(client), 'staff.address-changed', `staff:${account.id}`, {}, now)
    return { ok: true }
  })
}
