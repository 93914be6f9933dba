import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import {
  findAccountByEmail,
  isUnclaimed,
  lockAccount,
  lockAccounts,
  type Account,
} from '#features/staff/accounts/accounts.server.ts'
import { proveAddress } from './address-proof.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import type { AcceptInviteAnswers } from '#features/staff/accounts/form.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { staffLetters } from '#features/staff/letters.ts'
import { sendStaffLetter } from './letters.server.ts'
import { findLink, inviteLifeMs, makeLink, takeLink, type Link } from './links.server.ts'
import {
  addInvited,
  preparePassword,
  unproven,
  visitor,
  welcome,
  type ChosenPassword,
  type InvitedProfile,
} from './newcomers.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import {
  addIdentity,
  findOwnerOfIdentity,
  isOfDomains,
  provedAtProvider,
} from '#features/staff/providers/identities.server.ts'
import type { ProvidedIdentity } from '#features/staff/providers/openid.server.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { claimTry } from '#server/load/throttle.server.ts'
import type { Role } from '#features/staff/accounts/workflow.ts'

/** Who an invitation is for, to show the page; `isOver` if its link must be sent again. */
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

/** Emails a new link to the invited address. The seven days of the invitation do not start again. */
export function renewInvite(
  db: Db,
  config: IdentityConfig,
  token: string,
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead' | 'too-many'>> {
  return inTransaction(db, async (db) => {
    const seen = await findLink(db, 'invite', token, now)
    const isWorthIt = await isActiveAdmin(db, seen?.madeBy ?? null)
    // Checked again under the lock: an administrator may have withdrawn it.
    const link = await findLink(db, 'invite', token, now)
    if (!link || !isInviteOpen(link, now) || !isWorthIt) return { ok: false, reason: 'link-dead' }
    const { email, role, madeBy, createdAt } = link
    if (!role || !madeBy) throw new Error('An invitation has no role or no maker.')
    if (!(await claimTry(db, staffLimits['renewed-invite-letter'], email, now)).ok)
      return { ok: false, reason: 'too-many' }
    const fresh = { purpose: 'invite', email, role, madeBy, createdAt } as const
    const address = await makeLink(db, config.origin, fresh, now)
    await sendStaffLetter(db, unproven(email), staffLetters.invited, { role, link: address }, now)
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
): Promise<
  Outcome<'link-dead' | 'email-taken' | 'busy' | PasswordFault, { tokens: TokenChanges; role: Role }>
> {
  const { token, name, phone } = answers
  const invited = await findLink(db, 'invite', token, now)
  if (!invited || invited.isOver) return { ok: false, reason: 'link-dead' }
  const chosen = await preparePassword(answers.password, { name, email: invited.email })
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    const joined = await join(db, invited, { token, name, phone }, chosen.password, client, now)
    if (!joined.ok) return joined
    const { id, role } = joined
    const tokens = await welcome(db, config, id, { name, email: invited.email }, client, now)
    return { ok: true, role, tokens }
  })
}

/** The provider must vouch for the invited address; the account then has no password and needs none. */
export function acceptInviteByProvider(
  db: Db,
  config: IdentityConfig,
  answers: Omit<AcceptInviteAnswers, 'password'>,
  provider: SignInProvider,
  identity: ProvidedIdentity,
  client: Client,
  now: Date,
): Promise<
  Outcome<
    'link-dead' | 'email-taken' | 'unverified' | 'other-address' | 'other-domain' | 'taken',
    { tokens: TokenChanges; role: Role }
  >
> {
  return inTransaction(db, async (db) => {
    const invited = await findLink(db, 'invite', answers.token, now)
    if (!invited || invited.isOver) return { ok: false, reason: 'link-dead' }
    if (identity.isEmailVerified !== true) return { ok: false, reason: 'unverified' }
    if (identity.email !== invited.email) return { ok: false, reason: 'other-address' }
    if (!isOfDomains(provider, invited.email)) return { ok: false, reason: 'other-domain' }
    if (await findOwnerOfIdentity(db, identity)) return { ok: false, reason: 'taken' }
    const joined = await join(db, invited, answers, null, client, now)
    if (!joined.ok) return joined
    const { id, role } = joined
    if (!(await addIdentity(db, id, identity, now)))
      throw new Error('Two accounts were created for one identity at the same moment.')
    const details = { provider: provider.label }
    await record(db, visitor(client), 'staff.sign-in-linked', `staff:${id}`, details, now)
    const person = { name: answers.name, email: invited.email }
    const provedAt = provedAtProvider(identity, now)
    return { ok: true, role, tokens: await welcome(db, config, id, person, client, now, provedAt) }
  })
}

/** The account of the invited person, whichever way they will sign in. */
async function join(
  db: Db,
  invited: Link,
  { token, name, phone }: Omit<AcceptInviteAnswers, 'password'>,
  password: ChosenPassword | null,
  client: Client,
  now: Date,
): Promise<Outcome<'link-dead' | 'email-taken', { id: string; role: Role }>> {
  const known = await findAccountByEmail(db, invited.email)
  const held = await lockAccounts(db, [invited.madeBy ?? '', known?.id ?? ''])
  const account = held.find(({ id }) => id === known?.id)
  if (account && !isUnclaimed(account) && (await findLink(db, 'invite', token, now)))
    return { ok: false, reason: 'email-taken' }
  const link = await takeLink(db, 'invite', token, now)
  // An invitation grants no more than its maker's rights.
  if (!link?.role || !isAdmin(held.find(({ id }) => id === link.madeBy)))
    return { ok: false, reason: 'link-dead' }
  const { role, madeBy } = link
  const person = { name, phone, role }
  const id = account
    ? await claimAccount(db, account, person, password, now)
    : await addInvited(db, invited.email, person, password, now)
  if (!id) return { ok: false, reason: 'email-taken' }
  await record(db, visitor(client), 'staff.joined', `staff:${id}`, { role, invitedBy: madeBy }, now)
  return { ok: true, id, role }
}

/** Someone signed up with the address and never proved it: the invited person takes the account over. */
async function claimAccount(
  db: Db,
  account: Account,
  { role, ...person }: InvitedProfile,
  password: ChosenPassword | null,
  now: Date,
): Promise<string> {
  await proveAddress(db, account, password, now)
  await db
    .updateTable('staff_user')
    .set({ ...person, requested_role: role, role, state: 'active' })
    .where('id', '=', account.id)
    .execute()
  await mirrorUser(db, account.id, now)
  return account.id
}

function isInviteOpen({ createdAt }: Link, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < inviteLifeMs
}

async function isActiveAdmin(db: Db, id: string | null): Promise<boolean> {
  return isAdmin(await lockAccount(db, id ?? ''))
}

function isAdmin(account: Account | undefined): boolean {
  return account?.role === 'admin' && account.state === 'active'
}
