import { statfs } from 'node:fs/promises'
import { engineName } from '#db/engine/engine.server.ts'
import { countCasesWithoutAdministrator } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { countAuditEntries } from '#features/audit/activity.server.ts'
import { findLastPoint } from '#features/backups/points/queries.server.ts'
import { readBackups } from '#features/backups/queries.server.ts'
import { countFailedMail } from '#features/mail/queries.server.ts'
import type { Config } from '#server/config/config.server.ts'
import { version } from '#server/config/version.ts'
import { listFailedJobs } from '#server/jobs/failed-jobs.server.ts'
import { describeJob } from './job-kinds.ts'

/** What the administrator must know about the machine, each checked directly. */
export async function describeSystem(db: Db, config: Config, now: Date) {
  const disk = await statfs(config.dataDir)
  return {
    version,
    engine: engineName(db),
    node: process.versions.node,
    disk: { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
    mail: { isSending: config.smtpUrl !== undefined, failed: await countFailedMail(db) },
    jobs: await countJobs(db),
    failedJobs: await readFailedJobs(db),
    backups: await readBackups(db),
    recovery: await readRecovery(config),
    audit: { entries: await countAuditEntries(db) },
    casesWithoutAdministrator: await countCasesWithoutAdministrator(db),
    now,
  }
}

/** Null where the settings ask for no recovery points. */
async function readRecovery({ dataDir, recoveryDays }: Config) {
  if (recoveryDays === 0) return null
  const lastAt = await findLastPoint(dataDir)
  return { lastAt: lastAt === undefined ? null : new Date(lastAt) }
}

/** Many fail for the same reason, and the first hundred say it. */
const maxFailedJobs = 100

async function readFailedJobs(db: Db) {
  const failed = await listFailedJobs(db, maxFailedJobs)
  return failed.map(({ kind, ...job }) => ({ ...job, ...describeJob(kind) }))
}

export function countJobs(db: Db) {
  return db
    .selectFrom('job')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      eb.fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
}
