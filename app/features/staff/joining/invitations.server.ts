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
  type Invited,
} from './newcomers.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
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
    if (!(await claimTry(db, 'renewed-invite-letter', email, now)).ok)
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
): Promise<Outcome<'link-dead' | 'email-taken' | 'busy' | PasswordFault, { cookies: string[]; role: Role }>> {
  const { token, name, phone } = answers
  const invited = await findLink(db, 'invite', token, now)
  if (!invited || invited.isOver) return { ok: false, reason: 'link-dead' }
  const chosen = await preparePassword(answers.password, { name, email: invited.email })
  if (!chosen.ok) return chosen

  return inTransaction(db, async (db) => {
    const known = await findAccountByEmail(db, invited.email)
    const held = await lockAccounts(db, [invited.madeBy ?? '', known?.id ?? ''])
    const account = held.find(({ id }) => id === known?.id)
    if (account && !isUnclaimed(account) && (await findLink(db, 'invite', token, now)))
      return { ok: false, reason: 'email-taken' }
    const link = await takeLink(db, 'invite', token, now)
    // An invitation grants no more than its maker's rights.
    if (!link?.role || !isAdmin(held.find(({ id }) => id === link.madeBy)))
      return { ok: false, reason: 'link-dead' }
    const person = { name, phone, role: link.role }
    const id = account
      ? await claimAccount(db, account, person, chosen.password, now)
      : await addInvited(db, invited.email, person, chosen.password, now)
    if (!id) return { ok: false, reason: 'email-taken' }
    const { role, madeBy, email } = link
    await record(db, visitor(client), 'staff.joined', `staff:${id}`, { role, invitedBy: madeBy }, now)
    return { ok: true, role, cookies: await welcome(db, config, id, { name, email }, client, now) }
  })
}

/** Someone signed up with the address and never proved it: the invited person takes the account over. */
async function claimAccount(
  db: Db,
  account: Account,
  { role, ...person }: Invited,
  password: ChosenPassword,
  now: Date,
): Promise<string> {
  await proveAddress(db, account, password, now)
  await db
    .updateTable('staff_user')
    .set({ ...person, requested_role: role, role, state: 'active' })
    .where('id', '=', account.id)
    .execute()
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
