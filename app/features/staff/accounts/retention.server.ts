import { dayMs, monthsBefore } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { mirrorUser } from '#features/staff/firebase/mirrored-users.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { removeExpiredLinks } from '#server/mail/mail-tokens.server.ts'
import { clearMail, dropExpired } from '#server/mail/mail.server.ts'
import { unconfirmedDays } from './workflow.ts'
import { listLiveTokens } from '#features/staff/joining/links.server.ts'

const accountsAtOnce = 100

/** Removes what has expired and opens nothing any more, and what is stored for a limited time. */
export async function clearExpired(db: Db, now: Date): Promise<void> {
  const at = now.getTime()
  await db.deleteFrom('staff_challenge').where('expires_at', '<=', at).execute()
  await db.deleteFrom('staff_session').where('expires_at', '<=', at).execute()
  await db.deleteFrom('staff_device').where('expires_at', '<=', at).execute()
  await db.deleteFrom('throttle').where('window_ends_at', '<=', at).execute()
  await db
    .deleteFrom('staff_link')
    .where('expires_at', '<=', at)
    .where('created_at', '<=', at - 30 * dayMs)
    .execute()
  while ((await removeUnconfirmed(db, now)) === accountsAtOnce);
  await removeExpiredLinks(db, 'staff', (hashes) => listLiveTokens(db, hashes, now))
  await dropExpired(db, now)
  await clearOldMail(db, now)
}

/** Sign-ups whose address was never proved. Returns how many were removed. */
function removeUnconfirmed(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const old = db
      .selectFrom('staff_user')
      .select('id')
      .where('state', '=', 'pending')
      .where('email_verified_at', 'is', null)
      .where('created_at', '<=', now.getTime() - unconfirmedDays * dayMs)
      .orderBy('created_at')
      .limit(accountsAtOnce)
    // Checked again on the row itself, because an administrator may be approving it right now.
    const removed = await db
      .deleteFrom('staff_user')
      .where('id', 'in', old)
      .where('state', '=', 'pending')
      .where('email_verified_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of removed) {
      await mirrorUser(db, id, now)
      await record(db, system, 'staff.unconfirmed-removed', `staff:${id}`, {}, now)
    }
    return removed.length
  })
}

function clearOldMail(db: Db, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    const { retentionMonths } = await readSettings(db)
    const count = await clearMail(db, monthsBefore(now, retentionMonths))
    if (count > 0) await record(db, system, 'mail.cleared', 'mail', { count }, now)
  })
}
