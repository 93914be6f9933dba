import type { Db } from '#db/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { IdentityConfig } from './client.ts'
import type { InviteAnswers, RoleAnswers } from './form.ts'

/** What administrators do with other people's accounts. */

const todo = (): never => {
  throw new Error('not built yet')
}
type MoveRefusal = 'not-found' | 'not-allowed' | 'not-open' | 'last-admin'
export const approve = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _userId: string,
  _answers: RoleAnswers,
  _now: Date,
): Promise<Outcome<MoveRefusal>> => todo()
export const changeRole = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _userId: string,
  _answers: RoleAnswers,
  _now: Date,
): Promise<Outcome<MoveRefusal | 'same-role'>> => todo()
export const disable = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _userId: string,
  _answers: { reason: string },
  _now: Date,
): Promise<Outcome<MoveRefusal>> => todo()
export const enable = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _userId: string,
  _answers: { reason: string },
  _now: Date,
): Promise<Outcome<MoveRefusal>> => todo()
export const invite = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _answers: InviteAnswers,
  _now: Date,
): Promise<Outcome<'not-allowed' | 'email-taken' | 'too-many'>> => todo()
export const resetFactors = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _userId: string,
  _answers: { reason: string },
  _now: Date,
): Promise<Outcome<MoveRefusal>> => todo()
