import type { Db } from '#db/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { Session } from './sessions.server.ts'

const todo = (): never => {
  throw new Error('not built yet')
}
/** The key in groups of four for typing, and the otpauth:// link for the picture. */
export interface TotpKey {
  key: string
  link: string
}
export interface Factors {
  totpSince: Date | null
  passkeys: number
  recoveryCodesLeft: number
}
export const findFactors = (_db: Db, _userId: string): Promise<Factors> => todo()
/** The key begun but not yet confirmed. */
export const findOpenTotp = (
  _db: Db,
  _config: IdentityConfig,
  _session: Session,
): Promise<TotpKey | undefined> => todo()
export const beginTotp = (
  _db: Db,
  _config: IdentityConfig,
  _session: Session,
): Promise<Outcome<'already-on'>> => todo()
/** Ends the other sessions; recovery codes are shown once, when the first factor is added. */
export const confirmTotp = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _code: string,
  _client: Client,
  _now: Date,
): Promise<
  Outcome<
    'wrong-code' | 'too-many' | 'not-begun' | 'session-over',
    { cookies: string[]; recoveryCodes: string[] }
  >
> => todo()
export const removeTotp = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _client: Client,
  _now: Date,
): Promise<Outcome<'not-on' | 'password-too-short' | 'session-over', { cookies: string[] }>> => todo()
export const renewRecoveryCodes = (
  _db: Db,
  _actor: Actor,
  _session: Session,
  _now: Date,
): Promise<Outcome<'no-factor', { recoveryCodes: string[] }>> => todo()
