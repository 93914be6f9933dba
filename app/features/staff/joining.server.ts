import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { networkOf } from '#server/client-address.server.ts'
import { addAccount, findAccountByEmail, lockAccount } from './accounts.server.ts'
import type { Client, IdentityConfig } from './client.ts'
import { rememberDevice } from './devices.server.ts'
import type { AcceptInviteAnswers, FirstAdminAnswers, SignUpAnswers } from './form.ts'
import { sendLetter } from './letters.server.ts'
import { findLink, inviteLifeMs, makeLink, takeLink, type Link } from './links.server.ts'
import type { PasswordFault } from './password-rule.ts'
import { hashPassword, refusePassword } from './passwords.server.ts'
import { countAdmins } from './queries.server.ts'
import { beginSession } from './sessions.server.ts'
import { claimTry, writeAsMuch } from './throttle.server.ts'
import type { Role } from './workflow.ts'

/** How an account comes to be: by sign-up and approval, by invitation, or as the very first administrator. */

/** The account, its password and the link that proves its address. */
const rowsOfAccount = 3

type Joined<Reason extends string> = Promise<Outcome<Reason | 'busy' | PasswordFault, { cookies: string[] }>>

/**
 * The role is only asked for; an administrator gives it. Begins a session as well, unless the messages are to be
 * neutral: then an address that is known already answers just the same.
 */
export async function signUp(
  db: Db,
  config: IdentityConfig,
  answers: SignUpAnswers,
  client: Client,
  isNeutral: boolean,
  now: Date,
): Joined<'email-taken' | 'too-many'> {
  if (!(await claimTry(db, 'sign-up', networkOf(client.address), now)).ok)
    return { ok: false, reason: 'too-many' }
  const chosen = await preparePassword(answers.password, answers)
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    const { name, email, phone, role } = answers
    const account = { name, email, phone, requestedRole: role, isVerified: false, ...chosen.password }
    // The same steps for an address that is known and one that is not, so that the time does not tell them apart.
    const mayWrite = (await claimTry(db, 'letter', email, now)).ok
    const owner = await findAccountByEmail(db, email)
    const id = await addAccount(db, account, now)
    if (!id) {
      await tellOwner(db, config, owner ?? (await findAccountByEmail(db, email)), mayWrite, client, now)
      return isNeutral ? { ok: true, cookies: [] } : { ok: false, reason: 'email-taken' }
    }
    const link = await makeLink(db, config.origin, { purpose: 'verify', email, userId: id }, now)
    if (mayWrite) await sendLetter(db, unproven(email), 'signed-up', { role, link }, now)
    await record(db, visitor(client), 'staff.signed-up', `staff:${id}`, { requestedRole: role }, now)
    return { ok: true, cookies: isNeutral ? [] : await welcome(db, config, id, answers, client, now) }
  })
}

/** Somebody signs up with an address that has an account: its owner hears of it. Takes as long as a new account. */
async function tellOwner(
  db: Db,
  config: IdentityConfig,
  owner: { id: string; name: string; email: string } | undefined,
  mayWrite: boolean,
  client: Client,
  now: Date,
) {
  if (!owner) throw new Error('An address was taken and then was not.')
  await writeAsMuch(db, rowsOfAccount, now)
  if (mayWrite)
    await sendLetter(db, owner, 'already-known', { link: `${config.origin}/admin/admin-editor-login` }, now)
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
    if (!(await claimTry(db, 'letter', email, now)).ok) return { ok: false, reason: 'too-many' }
    const link = await makeLink(db, config.origin, { purpose: 'verify', email, userId }, now)
    await sendLetter(db, unproven(email), 'verify', { link }, now)
    await record(db, actor, 'staff.verification-sent', `staff:${userId}`, {}, now)
    return { ok: true }
  })
}

export function verifyEmail(db: Db, token: string, client: Client, now: Date): Promise<Outcome<'link-dead'>> {
  return inTransaction(db, async (db) => {
    const found = await findLink(db, 'verify', token, now)
    if (found?.userId) await lockAccount(db, found.userId)
    const link = await takeLink(db, 'verify', token, now)
    if (!link?.userId) return { ok: false, reason: 'link-dead' }
    await db
      .updateTable('staff_user')
      .set({ email_verified_at: now.getTime(), updated_at: now.getTime() })
      .where('id', '=', link.userId)
      .execute()
    await record(db, visitor(client), 'staff.email-verified', `staff:${link.userId}`, {}, now)
    return { ok: true }
  })
}

/** Whom an invitation is for, to show the page; `isOver` when its link has to be sent anew. */
export async function findInvite(
  db: Db,
  token: string,
  now: Date,
): Promise<{ email: string; role: Role; isOver: boolean } | undefined> {
  const link = await findLink(db, 'invite', token, now)
  return link && isInviteOpen(link, now)
    ? { email: link.email, role: link.role ?? 'editor', isOver: link.isOver }
    : undefined
}

/** Mails a fresh link to the invited address. The seven days of the invitation do not begin anew. */
export function renewInvite(
  db: Db,
  config: IdentityConfig,
  token: string,
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead' | 'too-many'>> {
  return inTransaction(db, async (db) => {
    const link = await findLink(db, 'invite', token, now)
    if (!link || !isInviteOpen(link, now) || !(await isActiveAdmin(db, link.madeBy)))
      return { ok: false, reason: 'link-dead' }
    const { email, role, madeBy, createdAt } = link
    if (!role || !madeBy) throw new Error('An invitation has no role or nobody who made it.')
    if (!(await claimTry(db, 'letter', email, now)).ok) return { ok: false, reason: 'too-many' }
    const fresh = { purpose: 'invite', email, role, madeBy, createdAt } as const
    const address = await makeLink(db, config.origin, fresh, now)
    await sendLetter(db, unproven(email), 'invited', { role, link: address }, now)
    await record(db, visitor(client), 'staff.invitation-renewed', 'staff', { email }, now)
    return { ok: true }
  })
}

export async function acceptInvite(
  db: Db,
  config: IdentityConfig,
  answers: AcceptInviteAnswers,
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead' | 'email-taken' | 'busy' | PasswordFault, { cookies: string[]; role: Role }>> {
  const { token, name, phone } = answers
  const invited = await findLink(db, 'invite', token, now)
  if (!invited || invited.isOver) return { ok: false, reason: 'link-dead' }
  const chosen = await preparePassword(answers.password, { name, email: invited.email })
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    // An invitation is worth no more than the rights of who made it.
    const isValid = await isActiveAdmin(db, invited.madeBy)
    const link = await takeLink(db, 'invite', token, now)
    if (!link?.role || !isValid) return { ok: false, reason: 'link-dead' }
    const { email, role } = link
    const account = { name, email, phone, requestedRole: role, role, isVerified: true, ...chosen.password }
    const id = await addAccount(db, account, now)
    if (!id) return { ok: false, reason: 'email-taken' }
    await record(db, visitor(client), 'staff.joined', `staff:${id}`, { role, invitedBy: link.madeBy }, now)
    return { ok: true, role, cookies: await welcome(db, config, id, { name, email }, client, now) }
  })
}

/** The address to print while no active administrator exists, else undefined. */
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
    const account = {
      name,
      email,
      phone,
      requestedRole: role,
      role,
      isVerified: false,
      ...chosen.password,
    } as const
    const id = await addAccount(db, account, now)
    if (!id) return { ok: false, reason: 'email-taken' }
    const link = await makeLink(db, config.origin, { purpose: 'verify', email, userId: id }, now)
    await sendLetter(db, unproven(email), 'verify', { link }, now)
    await record(db, visitor(client), 'staff.joined', `staff:${id}`, { role }, now)
    return { ok: true, cookies: await welcome(db, config, id, answers, client, now) }
  })
}

/** Checked and hashed before the transaction, during which nobody else could use the database. */
async function preparePassword(
  password: string,
  person: { name: string; email: string },
): Promise<Outcome<'busy' | PasswordFault, { password: { password: string; hash: string } }>> {
  const fault = refusePassword(password, { hasFactor: false, words: [person.name, person.email] })
  if (fault) return { ok: false, reason: fault }
  const hash = await hashPassword(password)
  return hash ? { ok: true, password: { password, hash } } : { ok: false, reason: 'busy' }
}

async function welcome(
  db: Db,
  config: IdentityConfig,
  id: string,
  { name, email }: { name: string; email: string },
  client: Client,
  now: Date,
): Promise<string[]> {
  const session = await beginSession(db, config, { userId: id, secondFactorAt: null }, client, now)
  return [...session, ...(await rememberDevice(db, config, { id, name, email }, client, now))]
}

function isInviteOpen({ createdAt }: Link, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < inviteLifeMs
}

async function isActiveAdmin(db: Db, id: string | null): Promise<boolean> {
  const account = await lockAccount(db, id ?? '')
  return account?.role === 'admin' && account.state === 'active'
}

/** A letter to an address that nobody has proved yet carries nothing a stranger typed. */
function unproven(email: string) {
  return { email, name: '' }
}

function visitor(client: Client): Actor {
  return { kind: 'visitor', address: client.address }
}
