import type { Db } from '#db/tables.ts'

const monthMs = 30 * 24 * 3_600_000

/** Takes away what has run out and can open nothing any more. */
export async function clearExpired(db: Db, now: Date): Promise<void> {
  const at = now.getTime()
  await db.deleteFrom('staff_challenge').where('expires_at', '<=', at).execute()
  await db.deleteFrom('staff_session').where('expires_at', '<=', at).execute()
  await db.deleteFrom('staff_device').where('expires_at', '<=', at).execute()
  await db.deleteFrom('throttle').where('window_ends_at', '<=', at).execute()
  await db
    .deleteFrom('staff_link')
    .where('expires_at', '<=', at)
    .where('created_at', '<=', at - monthMs)
    .execute()
}
