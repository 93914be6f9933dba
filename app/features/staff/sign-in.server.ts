import type { Db } from '#db/tables.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { Session, SessionUser } from './sessions.server.ts'

export type SignInOutcome =
  | { ok: true; cookies: string[]; next: 'done' | 'second-factor'; user: SessionUser; hasFactor: boolean }
  | {
      ok: false
      reason: 'unknown-user' | 'wrong-password' | 'too-many' | 'locked' | 'disabled' | 'busy'
      /** With 'too-many': when the next try is possible. */
      until?: Date
    }
export type FactorOutcome =
  | { ok: true; cookies: string[]; user: SessionUser; codesLeft?: number }
  | { ok: false; reason: 'wrong-code' | 'too-many' | 'session-over'; until?: Date }

const todo = (): never => {
  throw new Error('not built yet')
}
export const signIn = (
  _db: Db,
  _config: IdentityConfig,
  _answers: { email: string; password: string },
  _client: Client,
  _now: Date,
): Promise<SignInOutcome> => todo()
/** Also asks a full session anew, before something grave ("step-up"). */
export const passSecondFactor = (
  _db: Db,
  _config: IdentityConfig,
  _session: Session,
  _proof: { code: string } | { recoveryCode: string },
  _client: Client,
  _now: Date,
): Promise<FactorOutcome> => todo()
/** Step-up for those without a second factor. */
export const confirmPassword = (
  _db: Db,
  _config: IdentityConfig,
  _session: Session,
  _password: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'wrong-password' | 'too-many' | 'busy' | 'session-over', { cookies: string[] }>> => todo()
