import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'

const waitingDays = 30

/** Removes expired links and addresses that were never confirmed, even if a letter to them is still due. */
export async function clearSubscribers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('subscriber_link').where('expires_at', '<=', now.getTime()).execute()
  await db
    .deleteFrom('subscriber')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<=', now.getTime() - waitingDays * dayMs)
    .execute()
}
