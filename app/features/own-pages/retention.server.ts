import type { Db } from '#db/schema/tables.ts'

/** Removes codes, sessions and address changes that open nothing any more. */
export async function clearOwnPages(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('own_code').where('expires_at', '<=', now.getTime()).execute()
  await db.deleteFrom('own_session').where('expires_at', '<=', now.getTime()).execute()
  await db.deleteFrom('own_email_change').where('expires_at', '<=', now.getTime()).execute()
}
