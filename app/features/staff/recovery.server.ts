import type { Db } from '#db/tables.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { PasswordFault } from './password-rule.ts'

const todo = (): never => {
  throw new Error('not built yet')
}
/** Mails a link if the address has an account; answers the same either way. */
export const requestReset = (
  _db: Db,
  _config: IdentityConfig,
  _email: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'too-many'>> => todo()
/** Never begins a session: it ends all and leads to sign-in, where the second factor is still asked. */
export const resetPassword = (
  _db: Db,
  _config: IdentityConfig,
  _answers: { token: string; password: string },
  _client: Client,
  _now: Date,
): Promise<Outcome<'link-dead' | 'busy' | PasswordFault>> => todo()
/** The way round a locked account: a mailed link that makes this browser a known one. */
export const requestSignInLink = (
  _db: Db,
  _config: IdentityConfig,
  _email: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'too-many'>> => todo()
/** The browser becomes known, with its own count of tries; the password is still asked. */
export const useSignInLink = (
  _db: Db,
  _config: IdentityConfig,
  _token: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'link-dead', { cookies: string[] }>> => todo()
