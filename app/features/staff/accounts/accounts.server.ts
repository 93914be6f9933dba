import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { newId } from '#db/engine/id.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { removeFirebaseIdentities } from '#features/staff/providers/identities.server.ts'
import { isShort } from '#features/staff/session/password-rule.ts'
import type { Role, AccountState } from './workflow.ts'

/** Rows of accounts and their passwords, for the operations around them. */

export interface Account {
  id: string
  name: string
  email: string
  role: Role | null
  state: AccountState
  failures: number
  emailVerifiedAt: number | null
}

/** Starting or ending sessions of a person locks this row, so that none slips in between. */
export async function lockAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await selectAccount(db).where('id', '=', id).$call(lockRows(db)).executeTakeFirst()
  return row && toAccount(row)
}

/** Several accounts, locked in one order, so that two simultaneous callers cannot deadlock. */
export async function lockAccounts(db: Db, ids: string[]): Promise<Account[]> {
  const rows = await selectAccount(db).where('id', 'in', ids).orderBy('id').$call(lockRows(db)).execute()
  return rows.map(toAccount)
}

/** The account and all active administrators, locked in one order, so that two simultaneous callers cannot deadlock. */
export async function lockWithAdmins(db: Db, id: string): Promise<Account[]> {
  const rows = await selectAccount(db)
    .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('role', '=', 'admin'), eb('state', '=', 'active')])]))
    .orderBy('id')
    .$call(lockRows(db))
    .execute()
  return rows.map(toAccount)
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await selectAccount(db).where('email', '=', email).executeTakeFirst()
  return row && toAccount(row)
}

/** A sign-up whose address was never proved: an invitation may still take it over. */
export function isUnclaimed({ state, emailVerifiedAt }: Account): boolean {
  return state === 'pending' && emailVerifiedAt === null
}

interface NewAccount {
  name: string
  email: string
  phone: string
  requestedRole: Role
  /** Set if an administrator has already decided. */
  role?: Role
  isVerified: boolean
  /** Null for someone who signs in at a provider. */
  password: { text: string; hash: string } | null
}

/** Undefined if the address already has an account: the index decides. */
export async function addAccount(db: Db, account: NewAccount, now: Date): Promise<string | undefined> {
  const at = now.getTime()
  const row = await db
    .insertInto('staff_user')
    .values({
      id: newId(),
      name: account.name,
      email: account.email,
      phone: account.phone,
      requested_role: account.requestedRole,
      role: account.role ?? null,
      state: account.role ? 'active' : 'pending',
      email_verified_at: account.isVerified ? at : null,
      failures: 0,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  await mirrorUser(db, row.id, now)
  await db
    .insertInto('staff_credential')
    .values({
      id: newId(),
      user_id: row.id,
      provider_id: 'credential',
      account_id: row.id,
      password: account.password?.hash ?? null,
      short_at: account.password && isShort(account.password.text) ? at : null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return row.id
}

export async function findPassword(
  db: Db,
  userId: string,
): Promise<{ hash: string | null; isShort: boolean } | undefined> {
  const row = await db
    .selectFrom('staff_credential')
    .select(['password', 'short_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { hash: row.password, isShort: row.short_at !== null }
}

/** Also ends a link to Firebase: the password that the person had there must not count again, whatever comes later. */
export async function setPassword(
  db: Db,
  userId: string,
  password: { text: string; hash: string } | null,
  now: Date,
): Promise<void> {
  const at = now.getTime()
  await db
    .updateTable('staff_credential')
    .set({
      password: password?.hash ?? null,
      short_at: password && isShort(password.text) ? at : null,
      updated_at: at,
    })
    .where('user_id', '=', userId)
    .execute()
  await removeFirebaseIdentities(db, userId)
}

function selectAccount(db: Db) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name', 'email', 'role', 'state', 'failures', 'email_verified_at'])
}

function toAccount({
  email_verified_at,
  ...row
}: Omit<Account, 'emailVerifiedAt'> & { email_verified_at: number | null }): Account {
  return { ...row, emailVerifiedAt: email_verified_at }
}
