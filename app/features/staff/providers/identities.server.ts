import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { SignInProvider } from '#server/config/sign-in-providers.ts'
import { firebaseIssuers } from '#features/staff/firebase/issuer.ts'
import type { ProvidedIdentity } from './openid.server.ts'

/** Which person at which provider is which account. Issuer and subject decide, never the email address. */

export interface LinkedSignIn {
  id: string
  issuer: string
  /** As the provider gave it when it was linked. */
  email: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function listLinkedSignIns(db: Db, userId: string): Promise<LinkedSignIn[]> {
  const rows = await db
    .selectFrom('staff_identity')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    issuer: row.issuer,
    email: row.email,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }))
}

export async function findOwnerOfIdentity(
  db: Db,
  { issuer, subject }: Pick<ProvidedIdentity, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('staff_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Who an account is at an issuer, with the address that is known there. */
export function findIdentity(db: Db, userId: string, issuer: string) {
  return db
    .selectFrom('staff_identity')
    .select(['subject', 'email'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** False if the identity belongs to an account, or the account has one of this issuer: the indexes decide. */
export async function addIdentity(
  db: Db,
  userId: string,
  { issuer, subject, email }: ProvidedIdentity,
  now: Date,
): Promise<boolean> {
  const added = await db
    .insertInto('staff_identity')
    .values({
      id: newId(),
      user_id: userId,
      issuer,
      subject,
      email: email ?? '',
      created_at: now.getTime(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function noteIdentityUsed(
  db: Db,
  { issuer, subject }: Pick<ProvidedIdentity, 'issuer' | 'subject'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('staff_identity')
    .set({ last_used_at: now.getTime() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** False if the account has no such sign-in. */
export async function removeIdentity(db: Db, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('staff_identity')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** A provider that is no longer set up is named by its host. */
export function labelOfIssuer(
  known: readonly Pick<SignInProvider, 'issuer' | 'label'>[],
  issuer: string,
): string {
  if (issuer.startsWith(firebaseIssuers)) return 'Firebase'
  return known.find((one) => one.issuer === issuer)?.label ?? new URL(issuer).host
}

export async function removeIdentities(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('staff_identity').where('user_id', '=', userId).execute()
}

export async function removeFirebaseIdentities(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('staff_identity')
    .where('user_id', '=', userId)
    .where('issuer', 'like', `${firebaseIssuers}%`)
    .execute()
}

export function isOfDomains({ domains }: SignInProvider, email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** The domains hold for each sign-in and not only for linking, so each needs an address. */
export function refuseEmail(
  provider: SignInProvider,
  { email, isEmailVerified }: ProvidedIdentity,
): 'unverified' | 'other-domain' | undefined {
  if (email === undefined || isEmailVerified === false) return 'unverified'
  return isOfDomains(provider, email) ? undefined : 'other-domain'
}

/** When the person proved who they are, if that was within the last 15 minutes, in the time of this site. */
export function provedAtProvider({ provedMsAgo }: ProvidedIdentity, now: Date): Date | null {
  if (provedMsAgo === undefined || provedMsAgo >= 15 * 60_000) return null
  return new Date(now.getTime() - provedMsAgo)
}
