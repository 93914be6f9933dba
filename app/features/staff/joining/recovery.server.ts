import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { findAccountByEmail, lockAccount } from '#features/staff/accounts/accounts.server.ts'
import { proveAddress } from './address-proof.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { addDevice } from '#features/staff/session/devices.server.ts'
import { hasFactor } from '#features/staff/factors/factor-queries.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { linkLetterJob, type LinkLetter } from './jobs.ts'
import { sendStaffLetter } from './letters.server.ts'
import { findLink, makeLink, takeLink, voidLinks } from './links.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import { hashPassword, refusePassword } from '#features/staff/session/passwords.server.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { letterLimits } from '#features/letters/limits.ts'
import { claimTry, forgetTries } from '#server/load/throttle.server.ts'

/** The ways back in for someone who has forgotten the password or was locked out by a stranger's tries. */

type Purpose = LinkLetter['purpose']

/** 'sent-before': working links were mailed within the last minutes. */
type LinkRefusal = 'too-many' | 'sent-before'

/** Emails a link if the address has an account. Answers the same either way, and takes as long. */
export function requestReset(
  db: Db,
  config: IdentityConfig,
  email: string,
  client: Client,
  now: Date,
): Promise<Outcome<LinkRefusal>> {
  return requestLink(db, config, 'reset', email, client, now)
}

/** The way around a locked account: a mailed link that makes this browser a known one. */
export function requestSignInLink(
  db: Db,
  config: IdentityConfig,
  email: string,
  client: Client,
  now: Date,
): Promise<Outcome<LinkRefusal>> {
  return requestLink(db, config, 'sign-in', email, client, now)
}

function requestLink(
  db: Db,
  _config: IdentityConfig,
  purpose: Purpose,
  email: string,
  client: Client,
  now: Date,
): Promise<Outcome<LinkRefusal>> {
  return inTransaction(db, async (db) => {
    const from = await claimTry(db, letterLimits['letters-from'], networkOf(client.address), now)
    if (!from.ok) return { ok: false, reason: 'too-many' }
    if (!(await claimTry(db, staffLimits[`${purpose}-letter`], email, now)).ok)
      return { ok: false, reason: 'sent-before' }
    await queueJob(db, linkLetterJob, { purpose, email } satisfies LinkLetter, now)
    const actor = { kind: 'visitor', address: client.address } as const
    await record(db, actor, 'staff.link-requested', 'staff', { purpose, email }, now)
    return { ok: true }
  })
}

const linkLetters = {
  'sign-in': staffLetters.signInLink,
  verify: staffLetters.verify,
  reset: staffLetters.reset,
}

/** The job behind it: the address is looked up only here, where nobody can measure the time. */
export function sendLinkLetter(
  db: Db,
  config: IdentityConfig,
  { purpose, email }: LinkLetter,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const found = await findAccountByEmail(db, email)
    const account = found && (await lockAccount(db, found.id))
    if (!account || account.state === 'disabled') return
    const isProved = account.emailVerifiedAt !== null
    // A sign-in link would leave a stranger's sign-up password in place.
    const made = purpose === 'sign-in' && !isProved ? 'verify' : purpose
    const link = await makeLink(db, config.origin, { purpose: made, email, userId: account.id }, now)
    const to = isProved ? account : { email, name: '' }
    await sendStaffLetter(db, to, linkLetters[made], { link }, now)
  })
}

/**
 * Never starts a session: it ends all and leads to sign-in, which still asks for the second factor. The browser becomes
 * a known one, so that a stranger's tries do not block the owner.
 */
export async function resetPassword(
  db: Db,
  config: IdentityConfig,
  { token, password }: { token: string; password: string },
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead' | 'busy' | PasswordFault, { tokens: TokenChanges }>> {
  const found = await findLink(db, 'reset', token, now)
  const owner = found && (await findAccountByEmail(db, found.email))
  if (!owner || found.isOver) return { ok: false, reason: 'link-dead' }
  const isProved = owner.emailVerifiedAt !== null
  const findFault = async (db: Db) =>
    refusePassword(password, {
      hasFactor: isProved && (await hasFactor(db, owner.id)),
      words: [owner.name, owner.email],
    })
  const fault = await findFault(db)
  if (fault) return { ok: false, reason: fault }
  const hash = await hashPassword(password)
  if (!hash) return { ok: false, reason: 'busy' }

  return inTransaction(db, async (db) => {
    const account = await lockAccount(db, owner.id)
    // The second factor may have been removed while the password was hashed.
    const lateFault = await findFault(db)
    if (lateFault) return { ok: false, reason: lateFault }
    const link = await takeLink(db, 'reset', token, now)
    if (!link || !account || account.state === 'disabled') return { ok: false, reason: 'link-dead' }
    await proveAddress(db, account, { text: password, hash }, now)
    await sendStaffLetter(
      db,
      account,
      staffLetters.passwordChanged,
      { moment: now, link: forgottenPage(config.origin) },
      now,
    )
    const actor = { kind: 'visitor', address: client.address } as const
    await record(db, actor, 'staff.password-reset', `staff:${account.id}`, {}, now)
    return { ok: true, tokens: { device: await addDevice(db, account.id, now) } }
  })
}

/** The browser becomes known, with its own count of tries; the password is still required. */
export function useSignInLink(
  db: Db,
  token: string,
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead', { tokens: TokenChanges }>> {
  return inTransaction(db, async (db) => {
    const found = await findLink(db, 'sign-in', token, now)
    const account = found?.userId && (await lockAccount(db, found.userId))
    const link = await takeLink(db, 'sign-in', token, now)
    if (link) {
      await voidLinks(db, 'sign-in', link.email)
      await forgetTries(db, [staffLimits['sign-in-letter']], link.email)
    }
    if (!link || !account || account.state === 'disabled' || account.emailVerifiedAt === null)
      return { ok: false, reason: 'link-dead' }
    // The reader of the email may start counting wrong passwords again.
    await db.updateTable('staff_user').set({ failures: 0 }).where('id', '=', account.id).execute()
    const device = await addDevice(db, account.id, now)
    const actor = { kind: 'visitor', address: client.address } as const
    await record(db, actor, 'staff.device-trusted', `staff:${account.id}`, {}, now)
    return { ok: true, tokens: { device } }
  })
}

/** Where the letter about a changed password leads. */
export function forgottenPage(origin: string): string {
  return `${origin}/admin/forgotten-password`
}
