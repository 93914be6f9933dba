import { officeDayStart } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { log } from '#server/observe/log.server.ts'
import { backupPath } from './backup-store.server.ts'
import { endLostBackups, makeBackup, removeOldBackups, type BackedUpSite } from './operations.server.ts'

const hour = 3_600_000
const tryAgainAfterMs = hour

/** Makes the scheduled backup if one is due, in whichever process comes first. */
export async function backUpWhenDue(site: BackedUpSite, clock: () => Date): Promise<void> {
  const now = clock()
  await endLostBackups(site.db, now)
  const { backupEveryHours, backupHour, backupsKept } = await readSettings(site.db)
  if (backupEveryHours === 0) return
  const slot = scheduledTimeAt(now, backupEveryHours, backupHour)
  if (await isSettled(site.db, slot, now)) return
  const made = await makeBackup(site, { path: backupPath(site, now), slot }, clock)
  if (!made.ok) return
  log('backup.made', { backup: made.id, bytes: made.bytes })
  await removeOldBackups(site, backupsKept, clock())
}

/** The last scheduled time: this many hours apart, one of them at the given hour in office time. */
export function scheduledTimeAt(now: Date, everyHours: number, atHour: number): number {
  const every = everyHours * hour
  const first = officeDayStart('1970-01-01') + atHour * hour
  return Math.floor((now.getTime() - first) / every) * every + first
}

/** A manual backup since then counts too; after a failure we wait for a while. */
async function isSettled(db: Db, slot: number, now: Date): Promise<boolean> {
  const since = await db
    .selectFrom('backup')
    .select(['state', 'ended_at'])
    .where('begun_at', '>=', slot)
    .orderBy('begun_at', 'desc')
    .executeTakeFirst()
  if (!since) return false
  return since.state !== 'failed' || now.getTime() - (since.ended_at ?? 0) < tryAgainAfterMs
}
