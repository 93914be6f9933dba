import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffListQuery } from './form.ts'
import { inviteLifeMs } from '#features/staff/joining/links.server.ts'
import type { Role, AccountState } from './workflow.ts'

export interface StaffLine {
  id: string
  name: string
  email: string
  phone: string
  role: Role | null
  requestedRole: Role
  state: AccountState
  emailVerified: boolean
  hasFactor: boolean
  createdAt: Date
  /** When one of their sessions was last used; null if none is stored. */
  lastSeenAt: Date | null
}

export interface InviteLine {
  email: string
  role: Role
  createdAt: Date
  /** The inviter's name. */
  madeBy: string | null
}

/** In the requested order; by default pending accounts first, then the others by name. */
export async function listStaff(
  db: Db,
  { search, state, role, page, sort, dir }: StaffListQuery,
  pageSize = 50,
): Promise<{ people: StaffLine[]; total: number }> {
  const sought = search.trim()
  const matching = selectStaff(db)
    .$if(state !== undefined, (query) => query.where('user.state', '=', state ?? 'active'))
    .$if(role !== undefined, (query) => query.where('user.role', '=', role ?? 'editor'))
    .$if(sought !== '', (query) =>
      query.where((eb) => eb.or([contains(sql`"user".name`, sought), contains(sql`"user".email`, sought)])),
    )
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .$if(sort !== undefined, (query) => query.orderBy(sortKeys[sort ?? 'name'], dir))
    .orderBy(sql`case "user".state when 'pending' then 0 when 'active' then 1 else 2 end`)
    .orderBy(sql`lower("user".name)`)
    .orderBy('user.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { people: rows.map(toStaffLine), total }
}

/** Nulls, which the engines sort to different ends, are separated first. */
const sortKeys = {
  name: sql`lower("user".name)`,
  email: sql`"user".email`,
  state: sql`"user".state`,
  role: sql`coalesce("user".role, '')`,
  seen: sql`coalesce((select max(seen.last_seen_at) from staff_session seen where seen.user_id = "user".id), 0)`,
}

export async function findStaff(db: Db, id: string): Promise<StaffLine | undefined> {
  const row = await selectStaff(db).where('user.id', '=', id).executeTakeFirst()
  return row && toStaffLine(row)
}

/** Whether the account has a password that this site checks. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_credential')
    .select('id')
    .where('user_id', '=', userId)
    .where('password', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function countStaff(db: Db): Promise<Record<AccountState | 'admins', number>> {
  const rows = await db
    .selectFrom('staff_user')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const countOf = (state: AccountState) => rows.find((row) => row.state === state)?.n ?? 0
  return {
    pending: countOf('pending'),
    active: countOf('active'),
    disabled: countOf('disabled'),
    admins: await countAdmins(db),
  }
}

/** Those who can act: an account with an unproved address cannot. */
export async function countAdmins(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('staff_user')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .where('email_verified_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Those of them who can sign in here without a provider. */
export async function countLocalAdmins(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('staff_user as user')
    .innerJoin('staff_credential as credential', 'credential.user_id', 'user.id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user.role', '=', 'admin')
    .where('user.state', '=', 'active')
    .where('user.email_verified_at', 'is not', null)
    .where('credential.password', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Whom the site writes to about itself. */
export function listAdministrators(db: Db): Promise<{ name: string; email: string }[]> {
  return db
    .selectFrom('staff_user')
    .select(['name', 'email'])
    .where('role', '=', 'admin')
    .where('state', '=', 'active')
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Invitations that can still be accepted, newest first. */
export async function listOpenInvites(db: Db, now: Date): Promise<InviteLine[]> {
  const rows = await db
    .selectFrom('staff_link as link')
    .leftJoin('staff_user as maker', 'maker.id', 'link.made_by')
    .select(['link.email', 'link.role', 'link.created_at', 'maker.name'])
    .where('link.purpose', '=', 'invite')
    .where('link.used_at', 'is', null)
    .where('link.created_at', '>', now.getTime() - inviteLifeMs)
    .orderBy('link.created_at', 'desc')
    .orderBy('link.email')
    .execute()
  return rows.map((row) => ({
    email: row.email,
    role: row.role ?? 'editor',
    createdAt: new Date(row.created_at),
    madeBy: row.name,
  }))
}

function selectStaff(db: Db) {
  return db
    .selectFrom('staff_user as user')
    .select([
      'user.id',
      'user.name',
      'user.email',
      'user.phone',
      'user.role',
      'user.requested_role',
      'user.state',
      'user.email_verified_at',
      'user.created_at',
    ])
    .select((eb) => [
      eb
        .selectFrom('staff_session as session')
        .select((eb) => eb.fn.max('session.last_seen_at').as('at'))
        .whereRef('session.user_id', '=', 'user.id')
        .as('last_seen_at'),
      eb
        .selectFrom('staff_totp as totp')
        .select('totp.confirmed_at')
        .whereRef('totp.user_id', '=', 'user.id')
        .as('totp_at'),
      eb
        .selectFrom('staff_passkey as key')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .whereRef('key.user_id', '=', 'user.id')
        .as('passkeys'),
    ])
}

type StaffRow = Awaited<ReturnType<ReturnType<typeof selectStaff>['execute']>>[number]

function toStaffLine(row: StaffRow): StaffLine {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    requestedRole: row.requested_role,
    state: row.state,
    emailVerified: row.email_verified_at !== null,
    hasFactor: row.totp_at !== null || Number(row.passkeys) > 0,
    createdAt: new Date(row.created_at),
    lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at),
  }
}

/** The account that has waited longest for approval. */
export async function findLongestWaiting(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_user')
    .select('id')
    .where('state', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** Accounts that wait for approval, for the counts of the rail. */
export function waitingAccounts(db: Db) {
  return db
    .selectFrom('staff_user')
    .select((eb) => [
      sql<string>`'account'`.as('area'),
      sql<string>`''`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('state', '=', 'pending')
}

/** How many accounts wait for approval, and since when the first of them. */
export function countPendingAccounts(db: Db) {
  return db
    .selectFrom('staff_user')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
}
