import { officeDayStart } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { queueJobOnce, type JobHandlers } from '#server/jobs/jobs.server.ts'
import { log } from '#server/observe/log.server.ts'
import { backupPath, type BackupLocation } from './backup-store.server.ts'
import { drillWhenDue, isDrillDue } from './drill.server.ts'
import {
  endLostBackups,
  makeBackup,
  removeOldBackups,
  type BackedUpSite,
  type BackupRequest,
} from './operations.server.ts'
import { backupJob, drillJob } from './jobs.ts'

const hour = 3_600_000
const tryAgainAfterMs = hour

type ScheduledBackup = Required<BackupRequest>

/** Queues the scheduled backup if it is due, and the drill if that is due. */
export async function queueDueBackup(db: Db, location: BackupLocation, now: Date): Promise<void> {
  const slot = await findDueSlot(db, now)
  const wanted = slot !== undefined && { id: newId(), path: backupPath(location, now), slot }
  if (wanted) await queueJobOnce(db, backupJob, wanted satisfies ScheduledBackup, now)
  else if (await isDrillDue(db, now)) await queueJobOnce(db, drillJob, {}, now)
}

/** The long work on backups, for whichever process takes it. After a kill a backup is written anew. */
export function backupJobs(site: BackedUpSite, clock: () => Date = () => new Date()): JobHandlers {
  return {
    [backupJob]: async (wanted: ScheduledBackup, _: boolean, signal: AbortSignal) => {
      const made = await makeBackup(site, wanted, clock, signal)
      if (!made.ok) return
      log('backup.made', { backup: made.id, bytes: made.bytes })
      const { backupsKept } = await readSettings(site.db)
      await removeOldBackups(site, backupsKept, clock())
    },
    [drillJob]: () => drillWhenDue(site, clock),
  }
}

async function findDueSlot(db: Db, now: Date): Promise<number | undefined> {
  await endLostBackups(db, now)
  const { backupEveryHours, backupHour } = await readSettings(db)
  if (backupEveryHours === 0) return undefined
  const slot = scheduledTimeAt(now, backupEveryHours, backupHour)
  return (await isSettled(db, slot, now)) ? undefined : slot
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
