import type { Db } from '#db/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { Session, SessionUser } from './sessions.server.ts'

const todo = (): never => {
  throw new Error('not built yet')
}
export interface PasskeyLine {
  id: string
  name: string
  createdAt: Date
}
/** Options for the browser's own dialog, as JSON, and the cookie that ties the answer to them. */
export const passkeyOptions = (
  _db: Db,
  _config: IdentityConfig,
  _use: 'add' | 'use',
  _client: Client,
  _now: Date,
): Promise<Outcome<'not-fresh', { options: object; cookies: string[] }>> => todo()
export const addPasskey = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _answers: { name: string; response: unknown },
  _client: Client,
  _now: Date,
): Promise<Outcome<'refused' | 'not-fresh', { cookies: string[]; recoveryCodes: string[] }>> => todo()
export const signInWithPasskey = (
  _db: Db,
  _config: IdentityConfig,
  _response: unknown,
  _client: Client,
  _now: Date,
): Promise<Outcome<'refused' | 'disabled' | 'too-many', { cookies: string[]; user: SessionUser }>> => todo()
export const listPasskeys = (_db: Db, _userId: string): Promise<PasskeyLine[]> => todo()
export const removePasskey = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _id: string,
  _client: Client,
  _now: Date,
): Promise<Outcome<'not-found' | 'password-too-short' | 'session-over', { cookies: string[] }>> => todo()
