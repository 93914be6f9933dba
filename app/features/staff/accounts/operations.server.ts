import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import {
  findAccountByEmail,
  findPassword,
  isUnclaimed,
  lockWithAdmins,
  setPassword,
  type Account,
} from './accounts.server.ts'
import type { IdentityConfig } from '#features/staff/session/client.ts'
import { forgetDevices } from '#features/staff/session/devices.server.ts'
import { removeFactors } from '#features/staff/factors/factors.server.ts'
import type { InviteAnswers, RoleAnswers } from './form.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from '#features/staff/joining/letters.server.ts'
import { makeLink, voidLinks } from '#features/staff/joining/links.server.ts'
import { removeIdentity } from '#features/staff/providers/identities.server.ts'
import { countAdmins, countLocalAdmins, hasPassword } from './queries.server.ts'
import { deleteSessions } from '#features/staff/session/sessions.server.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry, forgetTries } from '#server/load/throttle.server.ts'
import { mayMove, type AccountMove, type Role, type AccountState } from './workflow.ts'

/** What administrators do with other people's accounts. Each action ends all sessions of the person. */

type MoveRefusal = 'not-found' | 'not-allowed' | 'not-open' | 'own-account' | 'last-local-admin'

/** Done, with the role that the account had before. */
type Moved<Extra extends string = never> = Outcome<MoveRefusal | Extra, { before: Role | null }>

/** With the requested role or the other one. */
export function approve(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  userId: string,
  { role, reason }: RoleAnswers,
  now: Date,
): Promise<Moved<'address-unproved'>> {
  return moveAccount<'address-unproved'>(db, actor, userId, 'approve', async (db, account) => {
    if (account.emailVerifiedAt === null) return { ok: false, reason: 'address-unproved' }
    await setStatus(db, account, { role, state: 'active' }, now)
    const link = `${config.origin}/admin/admin-editor-login`
    await sendStaffLetter(db, account, staffLetters.approved, { role, link }, now)
    const changes = changesOf(account, { role, state: 'active' })
    await record(db, actor, 'staff.approved', `staff:${userId}`, { reason, changes }, now)
    return { ok: true }
  })
}

export function changeRole(
  db: Db,
  _config: IdentityConfig,
  actor: Actor,
  userId: string,
  { role, reason }: RoleAnswers,
  now: Date,
): Promise<Moved<'same-role' | 'address-unproved'>> {
  return moveAccount<'same-role' | 'address-unproved'>(
    db,
    actor,
    userId,
    'change-role',
    async (db, account) => {
      if (account.emailVerifiedAt === null) return { ok: false, reason: 'address-unproved' }
      if (account.role === role) return { ok: false, reason: 'same-role' }
      await setStatus(db, account, { role, state: account.state }, now)
      await sendStaffLetter(db, account, staffLetters.roleChanged, { role, reason }, now)
      const changes = changesOf(account, { role, state: account.state })
      await record(db, actor, 'staff.role-changed', `staff:${userId}`, { reason, changes }, now)
      return { ok: true }
    },
  )
}

export function disable(
  db: Db,
  _config: IdentityConfig,
  actor: Actor,
  userId: string,
  { reason }: { reason: string },
  now: Date,
): Promise<Moved> {
  return moveAccount(db, actor, userId, 'disable', async (db, account) => {
    const status = { role: account.role, state: 'disabled' } as const
    await setStatus(db, account, status, now)
    await sendStaffLetter(db, account, staffLetters.disabled, { reason }, now)
    const changes = changesOf(account, status)
    await record(db, actor, 'staff.disabled', `staff:${userId}`, { reason, changes }, now)
    return { ok: true }
  })
}

/** Back to its previous state: active, or waiting for approval. */
export function enable(
  db: Db,
  _config: IdentityConfig,
  actor: Actor,
  userId: string,
  { reason }: { reason: string },
  now: Date,
): Promise<Moved> {
  return moveAccount(db, actor, userId, 'enable', async (db, account) => {
    const status = { role: account.role, state: account.role ? 'active' : 'pending' } as const
    await setStatus(db, account, status, now)
    // While it was disabled, links were requested and none was sent.
    await forgetTries(db, [staffLimits['reset-letter'], staffLimits['sign-in-letter']], account.email)
    await sendStaffLetter(db, account, staffLetters.enabled, {}, now)
    const changes = changesOf(account, status)
    await record(db, actor, 'staff.enabled', `staff:${userId}`, { reason, changes }, now)
    return { ok: true }
  })
}

/**
 * For someone who has lost phone and codes. A password that is too short without a second factor is removed as well.
 */
export function resetFactors(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  userId: string,
  { reason }: { reason: string },
  now: Date,
): Promise<Moved> {
  return moveAccount(db, actor, userId, 'reset-factors', async (db, account) => {
    await removeFactors(db, userId)
    await db.updateTable('staff_user').set({ factor_failures: 0 }).where('id', '=', userId).execute()
    await forgetDevices(db, userId)
    await deleteSessions(db, userId)
    const needsPassword = (await findPassword(db, userId))?.isShort ?? false
    if (needsPassword) await setPassword(db, userId, null, now)
    const reset = { purpose: 'reset', email: account.email, userId } as const
    if (needsPassword) {
      const link = await makeLink(db, config.origin, reset, now)
      await sendStaffLetter(db, account, staffLetters.factorsResetPassword, { reason, link }, now)
    } else await sendStaffLetter(db, account, staffLetters.factorsReset, { reason }, now)
    await record(db, actor, 'staff.second-factor-reset', `staff:${userId}`, { reason }, now)
    return { ok: true }
  })
}

/**
 * For a sign-in elsewhere that was linked by mistake, or that its owner has lost. Someone without a password here gets a
 * link to choose one; while the account is disabled such a link would not work.
 */
export function unlinkFor(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  userId: string,
  { id, provider, reason }: { id: string; provider: string; reason: string },
  now: Date,
): Promise<Moved<'not-linked'>> {
  return moveAccount<'not-linked'>(db, actor, userId, 'unlink', async (db, account) => {
    if (!(await removeIdentity(db, userId, id))) return { ok: false, reason: 'not-linked' }
    await deleteSessions(db, userId)
    const facts = { provider, reason, moment: now }
    if (account.state === 'disabled' || (await hasPassword(db, userId)))
      await sendStaffLetter(db, account, staffLetters.signInUnlinkedForYou, facts, now)
    else {
      const reset = { purpose: 'reset', email: account.email, userId } as const
      const link = await makeLink(db, config.origin, reset, now)
      await sendStaffLetter(db, account, staffLetters.signInUnlinkedPassword, { ...facts, link }, now)
    }
    await record(db, actor, 'staff.sign-in-unlinked-for', `staff:${userId}`, { provider, reason }, now)
    return { ok: true }
  })
}

export function invite(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  { email, role, reason }: InviteAnswers,
  now: Date,
): Promise<Outcome<'not-allowed' | 'email-taken' | 'too-many'>> {
  return inTransaction(db, async (db) => {
    const admins = await lockWithAdmins(db, '')
    if (actor.kind !== 'staff' || !isStillAdmin(actor, admins) || !mayMove('invite', undefined, actor))
      return { ok: false, reason: 'not-allowed' }
    const known = await findAccountByEmail(db, email)
    if (known && !isUnclaimed(known)) return { ok: false, reason: 'email-taken' }
    if (!(await claimTry(db, staffLimits['invite-letter'], email, now)).ok)
      return { ok: false, reason: 'too-many' }
    const invitation = { purpose: 'invite', email, role, madeBy: actor.id } as const
    const link = await makeLink(db, config.origin, invitation, now)
    await sendStaffLetter(db, { email, name: '' }, staffLetters.invited, { role, link }, now)
    await record(db, actor, 'staff.invited', 'staff', { email, role, reason }, now)
    return { ok: true }
  })
}

/** Revokes an invitation; its holder cannot have it sent again. */
export function withdrawInvitation(
  db: Db,
  actor: Actor,
  { email }: { email: string },
  now: Date,
): Promise<Outcome<'not-allowed' | 'not-open'>> {
  return inTransaction(db, async (db) => {
    const admins = await lockWithAdmins(db, '')
    if (!isStillAdmin(actor, admins)) return { ok: false, reason: 'not-allowed' }
    if ((await voidLinks(db, 'invite', email)) === 0) return { ok: false, reason: 'not-open' }
    await record(db, actor, 'staff.invitation-withdrawn', 'staff', { email }, now)
    return { ok: true }
  })
}

/**
 * One move on one account. The actor's own row is read again under the lock: of two administrators who demote each
 * other simultaneously the second has lost the right.
 */
function moveAccount<Extra extends string = never>(
  db: Db,
  actor: Actor,
  userId: string,
  move: AccountMove,
  work: (db: Db, account: Account) => Promise<Outcome<MoveRefusal | Extra>>,
): Promise<Moved<Extra>> {
  const moved = inTransaction(db, async (db): Promise<Moved<Extra>> => {
    const accounts = await lockWithAdmins(db, userId)
    if (!isStillAdmin(actor, accounts)) return { ok: false, reason: 'not-allowed' }
    const account = accounts.find(({ id }) => id === userId)
    if (!account) return { ok: false, reason: 'not-found' }
    if (actor.kind === 'staff' && actor.id === userId) return { ok: false, reason: 'own-account' }
    if (!mayMove(move, account, actor)) return { ok: false, reason: 'not-open' }

    const hadLocal = (await countLocalAdmins(db)) > 0
    const outcome = await work(db, account)
    if (!(await countAdmins(db)))
      throw new Error(`The move ${move} of ${userId} would leave no administrator.`)
    if (hadLocal && !(await countLocalAdmins(db))) throw new LastLocalAdmin()
    return outcome.ok ? { ok: true, before: account.role } : outcome
  })
  return moved.catch((error: unknown) => {
    if (error instanceof LastLocalAdmin) return { ok: false, reason: 'last-local-admin' }
    throw error
  })
}

/** Undoes the move: while no provider answers, someone must be able to sign in and manage the site. */
class LastLocalAdmin extends Error {}

function isStillAdmin(actor: Actor, accounts: Account[]): boolean {
  return (
    actor.kind === 'staff' &&
    accounts.some(({ id, role, state }) => id === actor.id && role === 'admin' && state === 'active')
  )
}

interface AccountStatus {
  role: Role | null
  state: AccountState
}

async function setStatus(db: Db, { id }: Account, status: AccountStatus, now: Date) {
  await db
    .updateTable('staff_user')
    .set({ ...status, updated_at: now.getTime() })
    .where('id', '=', id)
    .execute()
  await mirrorUser(db, id, now)
  await deleteSessions(db, id)
}

function changesOf(before: Account, after: AccountStatus) {
  const changes: Record<string, [unknown, unknown]> = {}
  if (before.role !== after.role) changes['role'] = [before.role, after.role]
  if (before.state !== after.state) changes['state'] = [before.state, after.state]
  return changes
}
