import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'

const year = 365 * dayMs

/**
 * Removes codes, challenges, known browsers, sessions and address changes that open nothing any more, and the requests
 * and helpers that ended a year ago: the audit trail still says that they were made.
 */
export async function clearOwnPages(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('own_code').where('expires_at', '<=', now.getTime()).execute()
  await db.deleteFrom('own_session').where('expires_at', '<=', now.getTime()).execute()
  await db.deleteFrom('own_browser').where('expires_at', '<=', now.getTime()).execute()
  await db.deleteFrom('own_challenge').where('expires_at', '<=', now.getTime()).execute()
  await db.deleteFrom('own_email_change').where('expires_at', '<=', now.getTime()).execute()
  await db
    .deleteFrom('own_request')
    .where('decided_at', '<=', now.getTime() - year)
    .execute()
  await db
    .deleteFrom('own_helper')
    // A restored backup may have helpers whose time ended after the backup was made.
    .where(({ or, eb }) =>
      or([eb('ended_at', '<=', now.getTime() - year), eb('ends_at', '<=', now.getTime() - year)]),
    )
    .execute()
}
