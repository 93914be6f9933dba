import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import type { Client, IdentityConfig } from './client.ts'
import { maxSessionMs, type NewToken, type TokenChanges } from './tokens.ts'
import { hasFactor } from '#features/staff/factors/factor-queries.server.ts'
import { hashToken } from '#server/config/tokens.server.ts'
import type { Role, AccountState } from '#features/staff/accounts/workflow.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  phone: string
  role: Role | null
  requestedRole: Role
  state: AccountState
  emailVerified: boolean
}

export interface Session {
  id: string
  user: SessionUser
  secondFactorAt: Date | null
  /** Whether the person has an authenticator app or a passkey. */
  hasFactor: boolean
  /** The password was right, the second factor is missing: nothing else is open yet. */
  isHalf: boolean
  /**
   * When the password, a passkey or the app last proved who is there; a recovery code or a mailed link does not count.
   */
  provedAt: Date | null
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

const minute = 60_000
const maxHalfMs = 10 * minute
const maxIdleMs = { admin: 30 * minute, other: 120 * minute }

/** The session of a token, if it is open and its owner not disabled. */
export async function findSession(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (!token) return undefined
  const row = await selectSession(db)
    .where('session.token_hash', '=', hashToken(token))
    .where('session.expires_at', '>', now.getTime())
    .where('user.state', '<>', 'disabled')
    .executeTakeFirst()
  if (!row) return undefined
  const idle = now.getTime() - row.last_seen_at
  if (idle >= (row.role === 'admin' ? maxIdleMs.admin : maxIdleMs.other)) return undefined
  const has = Boolean(row.has_factor)
  return {
    id: row.session_id,
    user: toSessionUser(row),
    secondFactorAt: row.second_factor_at === null ? null : new Date(row.second_factor_at),
    hasFactor: has,
    isHalf: has && row.second_factor_at === null,
    provedAt: row.proved_at === null ? null : new Date(row.proved_at),
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
  }
}

/** Records that the person is still here, at most once a minute. */
export async function noteSeen(db: Db, session: Session, now: Date): Promise<void> {
  const at = now.getTime()
  if (at - session.lastSeenAt.getTime() < minute) return
  await db
    .updateTable('staff_session')
    .set({ last_seen_at: at })
    .where('id', '=', session.id)
    .where('last_seen_at', '<', at)
    .execute()
}

/** The open sessions of a person, most recently used first. */
export async function listSessions(db: Db, userId: string, now: Date): Promise<SessionLine[]> {
  const rows = await db
    .selectFrom('staff_session')
    .select(['id', 'created_at', 'last_seen_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.getTime())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
    address: row.ip_address ?? '',
    userAgent: row.user_agent ?? '',
  }))
}

/** Signs out. */
export function endSession(
  db: Db,
  actor: Actor,
  session: Session,
  now: Date,
): Promise<{ tokens: TokenChanges }> {
  return inTransaction(db, async (db) => {
    await db.deleteFrom('staff_session').where('id', '=', session.id).execute()
    await record(db, actor, 'staff.signed-out', `staff:${session.user.id}`, {}, now)
    return { tokens: { session: 'remove' } }
  })
}

export function endOtherSession(
  db: Db,
  actor: Actor,
  session: Session,
  id: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const ended = await db
      .deleteFrom('staff_session')
      .where('id', '=', id)
      .where('id', '<>', session.id)
      .where('user_id', '=', session.user.id)
      .executeTakeFirst()
    if (!ended.numDeletedRows) return { ok: false, reason: 'not-found' }
    await record(db, actor, 'staff.sessions-ended', `staff:${session.user.id}`, { sessions: 1 }, now)
    return { ok: true }
  })
}

/** Signs out everywhere, including here. */
export function endAllSessions(
  db: Db,
  actor: Actor,
  session: Session,
  now: Date,
): Promise<{ tokens: TokenChanges }> {
  return inTransaction(db, async (db) => {
    const sessions = await deleteSessions(db, session.user.id)
    await record(db, actor, 'staff.sessions-ended', `staff:${session.user.id}`, { sessions }, now)
    return { tokens: { session: 'remove' } }
  })
}

/** Whether the person has proved who they are within the last 15 minutes, as sensitive changes require. */
export function isFresh(session: Session, now: Date): boolean {
  return session.provedAt !== null && now.getTime() - session.provedAt.getTime() < 15 * minute
}

/** What a new session may do immediately. */
interface Proved {
  secondFactorAt: Date | null
  provedAt: Date | null
}

/** Starts a session and ends the browser's previous one, so that no token outlives a step. */
export async function beginSession(
  db: Db,
  config: IdentityConfig,
  { userId, secondFactorAt, provedAt }: Proved & { userId: string },
  client: Client,
  now: Date,
): Promise<NewToken> {
  const old = client.tokens.session
  if (old) await db.deleteFrom('staff_session').where('token_hash', '=', hashToken(old)).execute()
  const isHalf = !secondFactorAt && (await hasFactor(db, userId))
  // Loaded only when someone signs in: readers never need it, and it is large.
  const { identity } = await import('./identity.server.ts')
  const { token } = await identity(db, config, {
    now,
    secondFactorAt,
    provedAt,
    expiresAt: new Date(now.getTime() + (isHalf ? maxHalfMs : maxSessionMs)),
    address: client.address,
    userAgent: client.userAgent.slice(0, 300),
  }).api.beginSession({ body: { userId } })
  return { token, seconds: maxSessionMs / 1000 }
}

/** Gives a session a new token, after its owner has proved something again. */
export async function replaceSession(
  db: Db,
  config: IdentityConfig,
  { id, user }: Session,
  proved: Proved,
  client: Client,
  now: Date,
): Promise<NewToken> {
  await db.deleteFrom('staff_session').where('id', '=', id).execute()
  return beginSession(db, config, { userId: user.id, ...proved }, client, now)
}

/** Checked with the account locked, because another request may have ended the session. */
export async function isOpen(db: Db, { id }: Session): Promise<boolean> {
  const row = await db.selectFrom('staff_session').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** After changes to a person's status or rights: no old token opens anything any more. */
export async function deleteSessions(db: Db, userId: string): Promise<number> {
  const ended = await db.deleteFrom('staff_session').where('user_id', '=', userId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

export async function findSessionUser(db: Db, id: string): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('staff_user')
    .select(['id', 'name', 'email', 'phone', 'role', 'requested_role', 'state', 'email_verified_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toSessionUser(row)
}

function selectSession(db: Db) {
  return db
    .selectFrom('staff_session as session')
    .innerJoin('staff_user as user', 'user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.second_factor_at',
      'session.proved_at',
      'session.created_at',
      'session.last_seen_at',
      'user.id',
      'user.name',
      'user.email',
      'user.phone',
      'user.role',
      'user.requested_role',
      'user.state',
      'user.email_verified_at',
    ])
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('staff_totp as totp')
              .select('totp.user_id')
              .whereRef('totp.user_id', '=', 'user.id')
              .where('totp.confirmed_at', 'is not', null),
          ),
          eb.exists(
            eb.selectFrom('staff_passkey as key').select('key.id').whereRef('key.user_id', '=', 'user.id'),
          ),
        ])
        .as('has_factor'),
    )
}

interface UserRow {
  id: string
  name: string
  email: string
  phone: string
  role: Role | null
  requested_role: Role
  state: AccountState
  email_verified_at: number | null
}

function toSessionUser(row: UserRow): SessionUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    requestedRole: row.requested_role,
    state: row.state,
    emailVerified: row.email_verified_at !== null,
  }
}
