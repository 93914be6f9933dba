import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import {
  addAccount,
  findAccountByEmail,
  lockAccount,
  type Account,
} from '#features/staff/accounts/accounts.server.ts'
import { proveAddress } from './address-proof.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import type { FirstAdminAnswers, SignUpAnswers } from '#features/staff/accounts/form.ts'
import { ensureFirebaseUser, type FirebaseUserRefusal } from '#features/staff/firebase/ensure-user.server.ts'
import { isMirrored } from '#features/staff/firebase/mirrored-users.server.ts'
import { addIdentity, findOwnerOfIdentity } from '#features/staff/providers/identities.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from './letters.server.ts'
import { findLink, makeLink, takeLink, voidLinks } from './links.server.ts'
import { addInvited, preparePassword, unproven, visitor, welcome } from './newcomers.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import { refusePassword } from '#features/staff/session/passwords.server.ts'
import { countAdmins, listAdministrators } from '#features/staff/accounts/queries.server.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry, hiddenAddress, writeAsMuch } from '#server/load/throttle.server.ts'

/** How an account is created: by sign-up and approval, or as the very first administrator. */

/** The account, its password and the link that proves its address. */
const rowsOfAccount = 3

type Joined<Reason extends string> = Promise<
  Outcome<Reason | 'busy' | PasswordFault, { tokens: TokenChanges }>
>

/**
 * The role is only a request; an administrator grants it. Also starts a session, unless messages are neutral: then a
 * known address gets the same answer.
 */
export async function signUp(
  db: Db,
  config: IdentityConfig,
  answers: SignUpAnswers,
  client: Client,
  isNeutral: boolean,
  now: Date,
): Joined<'email-taken' | 'too-many'> {
  if (!(await claimTry(db, staffLimits['sign-up'], networkOf(client.address), now)).ok)
    return { ok: false, reason: 'too-many' }
  const chosen = await preparePassword(answers.password, answers)
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    const { name, email, phone, role } = answers
    const { password } = chosen
    const account = { name, email, phone, requestedRole: role, isVerified: false, password }
    // The same steps for a known and an unknown address, so that the timing does not distinguish them.
    const { ok: mayWrite } = await claimTry(db, staffLimits['sign-up-letter'], hiddenAddress(email), now)
    const owner = await findAccountByEmail(db, email)
    const id = await addAccount(db, account, now)
    if (!id) {
      await notifyOwner(db, config, owner ?? (await findAccountByEmail(db, email)), mayWrite, client, now)
      return isNeutral ? { ok: true, tokens: {} } : { ok: false, reason: 'email-taken' }
    }
    // Of an account that existed before. It also makes the work the same as for a known address.
    await voidLinks(db, 'verify', email)
    const link = await makeLink(db, config.origin, { purpose: 'verify', email, userId: id }, now)
    if (mayWrite) await sendStaffLetter(db, unproven(email), staffLetters.signedUp, { role, link }, now)
    await record(db, visitor(client), 'staff.signed-up', `staff:${id}`, { requestedRole: role }, now)
    return { ok: true, tokens: isNeutral ? {} : await welcome(db, config, id, answers, client, now) }
  })
}

/** Someone signs up with an address that has an account: its owner gets an email. Takes as long as a new account. */
async function notifyOwner(
  db: Db,
  config: IdentityConfig,
  owner: Account | undefined,
  mayWrite: boolean,
  client: Client,
  now: Date,
) {
  if (!owner) throw new Error('The account of a taken address is gone.')
  await writeAsMuch(db, rowsOfAccount + Number(await isMirrored(db)), now)
  const to = owner.emailVerifiedAt === null ? unproven(owner.email) : owner
  if (mayWrite)
    await sendStaffLetter(
      db,
      to,
      staffLetters.alreadyKnown,
      { link: `${config.origin}/admin/admin-editor-login` },
      now,
    )
  await record(db, visitor(client), 'staff.sign-up-refused', `staff:${owner.id}`, {}, now)
}

export function sendVerification(
  db: Db,
  config: IdentityConfig,
  actor: Actor,
  userId: string,
  now: Date,
): Promise<Outcome<'already-verified' | 'too-many'>> {
  return inTransaction(db, async (db) => {
    const account = await lockAccount(db, userId)
    if (!account || account.emailVerifiedAt !== null) return { ok: false, reason: 'already-verified' }
    const { email } = account
    if (!(await claimTry(db, staffLimits['verify-letter'], email, now)).ok)
      return { ok: false, reason: 'too-many' }
    const link = await makeLink(db, config.origin, { purpose: 'verify', email, userId }, now)
    await sendStaffLetter(db, unproven(email), staffLetters.verify, { link }, now)
    await record(db, actor, 'staff.verification-sent', `staff:${userId}`, {}, now)
    return { ok: true }
  })
}

/**
 * The first proof of an address. The password is chosen here and not taken from the sign-up, which a stranger may have
 * sent. Starts a session, because all others are ended.
 */
export async function verifyEmail(
  db: Db,
  config: IdentityConfig,
  { token, password }: { token: string; password: string },
  client: Client,
  now: Date,
): Joined<'link-dead' | FirebaseUserRefusal> {
  const found = await findLink(db, 'verify', token, now)
  const owner = found && (await findAccountByEmail(db, found.email))
  if (!owner || found.isOver) return { ok: false, reason: 'link-dead' }
  const words = [owner.name, owner.email]
  const findFault = () => refusePassword(password, { hasFactor: false, words })
  const ensured = await ensureFirebaseUser(config.firebase, { email: owner.email, password }, findFault)
  if (!ensured.ok) return ensured
  // That person at Firebase may be someone else here: then the password stays with us.
  const identity =
    ensured.identity && !(await findOwnerOfIdentity(db, ensured.identity)) ? ensured.identity : undefined
  const chosen = identity ? { ok: true as const, password: null } : await preparePassword(password, owner)
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    const account = await lockAccount(db, owner.id)
    const link = await takeLink(db, 'verify', token, now)
    if (!link || !account || account.state === 'disabled' || account.emailVerifiedAt !== null)
      return { ok: false, reason: 'link-dead' }
    await proveAddress(db, account, chosen.password, now)
    if (identity && !(await addIdentity(db, account.id, identity, now)))
      throw new Error('Two accounts were linked to one person at Firebase at the same moment.')
    await record(db, visitor(client), 'staff.email-verified', `staff:${account.id}`, {}, now)
    if (account.state === 'pending') await notifyAdministrators(db, config, account.id, now)
    return { ok: true, tokens: await welcome(db, config, account.id, account, client, now) }
  })
}

/**
 * Without the name, which a stranger chose: it is on the page whose reading is recorded. Not before the address is
 * proved, so that sign-ups by programs reach nobody.
 */
async function notifyAdministrators(db: Db, { origin }: IdentityConfig, accountId: string, now: Date) {
  const { role } = await db
    .selectFrom('staff_user')
    .select('requested_role as role')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const link = `${origin}/admin/staff?state=pending`
  for (const to of await listAdministrators(db))
    await sendStaffLetter(db, to, staffLetters.accountRequested, { role, link }, now)
}

/** The link to print while there is no active administrator, otherwise undefined. */
export function makeFirstAdminLink(db: Db, config: IdentityConfig, now: Date): Promise<string | undefined> {
  return inTransaction(db, async (db) => {
    if (await countAdmins(db)) return undefined
    const link = await makeLink(db, config.origin, { purpose: 'first-admin', email: '', role: 'admin' }, now)
    await record(db, system, 'staff.first-link-made', 'staff', {}, now)
    return link
  })
}

export async function useFirstAdminLink(
  db: Db,
  config: IdentityConfig,
  answers: FirstAdminAnswers,
  client: Client,
  now: Date,
): Joined<'link-dead' | 'email-taken'> {
  const { token, name, email, phone } = answers
  const found = await findLink(db, 'first-admin', token, now)
  if (!found || found.isOver) return { ok: false, reason: 'link-dead' }
  const chosen = await preparePassword(answers.password, answers)
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    if ((await findAccountByEmail(db, email)) && (await findLink(db, 'first-admin', token, now)))
      return { ok: false, reason: 'email-taken' }
    const taken = await takeLink(db, 'first-admin', token, now)
    if (!taken || (await countAdmins(db))) return { ok: false, reason: 'link-dead' }
    const role = 'admin'
    // The link was read on the machine that runs the site, which proves more than an email, and mail may not work yet.
    const id = await addInvited(db, email, { name, phone, role }, chosen.password, now)
    if (!id) return { ok: false, reason: 'email-taken' }
    await record(db, visitor(client), 'staff.joined', `staff:${id}`, { role }, now)
    return { ok: true, tokens: await welcome(db, config, id, answers, client, now) }
  })
}
