import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { addAccount } from '#features/staff/accounts/accounts.server.ts'
import type { Client, IdentityConfig } from '#features/staff/session/client.ts'
import { rememberDevice } from '#features/staff/session/devices.server.ts'
import type { PasswordFault } from '#features/staff/session/password-rule.ts'
import { hashPassword, refusePassword } from '#features/staff/session/passwords.server.ts'
import { beginSession } from '#features/staff/session/sessions.server.ts'
import type { TokenChanges } from '#features/staff/session/tokens.ts'
import { staffLimits } from '#features/staff/limits.ts'
import { forgetTries } from '#server/load/throttle.server.ts'
import type { Role } from '#features/staff/accounts/workflow.ts'

/** What every way to a new account shares. */

/** Checked and hashed before the transaction, which would block the database. */
export async function preparePassword(
  password: string,
  person: { name: string; email: string },
): Promise<Outcome<'busy' | PasswordFault, { password: ChosenPassword }>> {
  const fault = refusePassword(password, { hasFactor: false, words: [person.name, person.email] })
  if (fault) return { ok: false, reason: fault }
  const hash = await hashPassword(password)
  return hash ? { ok: true, password: { text: password, hash } } : { ok: false, reason: 'busy' }
}

export interface ChosenPassword {
  text: string
  hash: string
}

export async function welcome(
  db: Db,
  config: IdentityConfig,
  id: string,
  { name, email }: { name: string; email: string },
  client: Client,
  now: Date,
  /** The password was chosen just now, so it counts as proof. */
  provedAt: Date | null = now,
): Promise<TokenChanges> {
  const begin = { userId: id, secondFactorAt: null, provedAt }
  const session = await beginSession(db, config, begin, client, now)
  return { session, device: await rememberDevice(db, { id, name, email }, client, now) }
}

export interface InvitedProfile {
  name: string
  phone: string
  role: Role
}

export async function addInvited(
  db: Db,
  email: string,
  { role, ...person }: InvitedProfile,
  password: ChosenPassword | null,
  now: Date,
) {
  const account = { ...person, email, requestedRole: role, role, isVerified: true, password }
  // Before there was an account, links were requested and none was sent.
  await forgetTries(db, [staffLimits['reset-letter'], staffLimits['sign-in-letter']], email)
  return addAccount(db, account, now)
}

/** A letter to an unproved address contains nothing that a stranger typed. */
export function unproven(email: string) {
  return { email, name: '' }
}

export function visitor(client: Client): Actor {
  return { kind: 'visitor', address: client.address }
}
