import type { Db } from '#db/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { ProfileAnswers } from './form.ts'
import type { PasswordFault } from './password-rule.ts'
import type { Session } from './sessions.server.ts'

const todo = (): never => {
  throw new Error('not built yet')
}
export const changeProfile = (
  _db: Db,
  _actor: Actor,
  _session: Session,
  _answers: ProfileAnswers,
  _now: Date,
): Promise<Outcome<'nothing-changed'>> => todo()
/** Ends every session of the person and begins a fresh one here. */
export const changePassword = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _answers: { current: string; password: string },
  _client: Client,
  _now: Date,
): Promise<
  Outcome<'wrong-password' | 'too-many' | 'busy' | 'session-over' | PasswordFault, { cookies: string[] }>
> => todo()
