import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Db } from '#db/tables.ts'
import type { Client, IdentityConfig } from './client.ts'
import type { Role, State } from './workflow.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  phone: string
  role: Role | null
  requestedRole: Role
  state: State
  emailVerified: boolean
}

export interface Session {
  id: string
  user: SessionUser
  secondFactorAt: Date | null
  /** Whether the person has an authenticator app or a passkey. */
  hasFactor: boolean
  /** The password was right, the second factor is still to come: nothing else is open yet. */
  isHalf: boolean
  createdAt: Date
  lastSeenAt: Date
}

/** One of the person's sessions as their own page lists it. */
export interface SessionLine {
  id: string
  createdAt: Date
  lastSeenAt: Date
  address: string
  userAgent: string
}

const todo = (): never => {
  throw new Error('not built yet')
}

export const readSessionToken = (_cookieHeader: string | null, _origin: string): string | undefined => todo()
/** The session that a token opens, if it is still open and its owner not disabled. */
export const findSession = (_db: Db, _token: string | undefined, _now: Date): Promise<Session | undefined> =>
  todo()
/** Notes that the person is still here, at most once a minute. */
export const noteSeen = (_db: Db, _session: Session, _now: Date): Promise<void> => todo()
export const listSessions = (_db: Db, _userId: string, _now: Date): Promise<SessionLine[]> => todo()
/** Signs out: `cookies` take the cookie away. */
export const endSession = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _now: Date,
): Promise<{ cookies: string[] }> => todo()
export const endOtherSession = (
  _db: Db,
  _actor: Actor,
  _session: Session,
  _id: string,
  _now: Date,
): Promise<Outcome<'not-found'>> => todo()
/** Signs out everywhere, here too. */
export const endAllSessions = (
  _db: Db,
  _config: IdentityConfig,
  _actor: Actor,
  _session: Session,
  _now: Date,
): Promise<{ cookies: string[] }> => todo()
export type { Client }
