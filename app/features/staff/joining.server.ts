import type { Db } from '#db/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { AcceptInviteAnswers, FirstAdminAnswers, SignUpAnswers } from './form.ts'
import type { PasswordFault } from './password-rule.ts'
import type { Role } from './workflow.ts'

const todo = (): never => {
  throw new Error('not built yet')
}
/** Begins a session as well; when the messages are neutral it does not, and an address already known answers the same. */
export const signUp = (
  _db: Db,
  _config: IdentityConfig,
  _answers: SignUpAnswers,
  _client: Client,
  _isNeutral: boolean,
  _now: Date,
): Promise<Outcome<'email-taken' | 'too-many' | 'busy' | PasswordFault, { cookies: string[] }>> => todo()
export const sendVerification = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _userId: string,
  _now: Date,
): Promise<Outcome<'already-verified' | 'too-many'>> => todo()
export const verifyEmail = (
  _db: Db,
  _token: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'link-dead'>> => todo()
/** Whom an invitation is for, to show the page. */
export const findInvite = (
  _db: Db,
  _token: string,
  _now: Date,
): Promise<{ email: string; role: Role; isOver: boolean } | undefined> => todo()
/** Mails a fresh link to the invited address when the old one is over. */
export const renewInvite = (
  _db: Db,
  _config: IdentityConfig,
  _token: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'link-dead' | 'too-many'>> => todo()
export const acceptInvite = (
  _db: Db,
  _config: IdentityConfig,
  _answers: AcceptInviteAnswers,
  _client: Client,
  _now: Date,
): Promise<Outcome<'link-dead' | 'email-taken' | 'busy' | PasswordFault, { cookies: string[] }>> => todo()
/** The address to print while no active administrator exists, else undefined. */
export const makeFirstAdminLink = (
  _db: Db,
  _config: IdentityConfig,
  _now: Date,
): Promise<string | undefined> => todo()
export const useFirstAdminLink = (
  _db: Db,
  _config: IdentityConfig,
  _answers: FirstAdminAnswers,
  _client: Client,
  _now: Date,
): Promise<Outcome<'link-dead' | 'email-taken' | 'busy' | PasswordFault, { cookies: string[] }>> => todo()
