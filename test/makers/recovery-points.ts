import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { monday } from '#test/harness/db.ts'
import type { objectsAt } from '#test/harness/object-store.ts'
import { openBackupStore } from '#features/backups/backup-store.server.ts'
import { takePointInProcess } from '#features/backups/points/point-process.server.ts'
import { restorePoint } from '#features/backups/points/restore-point.server.ts'
import { personalData } from '#routes/request/personal-data.server.ts'
import { backupKey, dumpAll, test as onAny, type SourceSite } from './backups.ts'

/** PostgreSQL archives its own changes. */
export const test = onAny.runIf(process.env['TEST_ENGINE'] === 'sqlite')

export const day = 86_400_000
export const tuesday = new Date(monday.getTime() + day)
/** What a restored site resets or adds to. */
const changed = [
  ...(['staff_session', 'staff_challenge', 'staff_link', 'throttle', 'backup', 'mail_hold', 'job'] as const),
  ...(['heartbeat', 'alarm', 'erasure'] as const),
  ...(['audit_entry', 'audit_detail', 'audit_head', 'content_version'] as const),
]

export type PointsSite = Pick<SourceSite, 'database' | 'dataDir' | 'backupDir'> & {
  backupObjects?: ReturnType<typeof objectsAt>
}

export function takePoint(site: PointsSite, key = backupKey) {
  const { database, dataDir, backupDir, backupObjects } = site
  return takePointInProcess({ database, dataDir, backupDir, backupObjects, key, days: 7 })
}

export function restoreAt(
  target: { database: string; dataDir: string },
  from: PointsSite,
  at: number,
  key = backupKey,
) {
  const moment = new Date(at)
  return restorePoint(target, { store: openBackupStore(from), key, moment }, personalData, tuesday)
}

/** What the site holds, with the hash of every file. */
export const contents = (database: string) => dumpAll(database, changed)

/** Tests share one site, and each has its own points. */
export function withOwnPoints(sourceSite: SourceSite, name: string): PointsSite {
  const { database, dataDir } = sourceSite
  rmSync(join(dataDir, 'recovery-point'), { force: true })
  return { database, dataDir, backupDir: join(dataDir, name) }
}
