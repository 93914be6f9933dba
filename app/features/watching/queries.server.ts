import { statfs } from 'node:fs/promises'
import { isReachable, timeQuery } from '#db/engine/reachable.server.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#db/schema/tables.ts'
import { findLastPoint } from '#features/backups/points/queries.server.ts'
import { lastBackup } from '#features/backups/queries.server.ts'
import { listAlarms, type Watched } from './alarms.server.ts'

const maxWaitMs = 2000

/**
 * Whether this process can serve visitors. The database is migrated before the listeners open, so it only has to
 * answer.
 */
export function canServe(db: Db): Promise<boolean> {
  return isReachable(db, maxWaitMs)
}

/** What the database reports to monitoring: counts only. */
export async function readDatabaseMetrics(db: Db, site: Watched, now: Date) {
  return {
    querySeconds: await timeQuery(db),
    jobs: await countJobsByState(db, now),
    waitingJobs: await countWaitingJobs(db),
    mail: await countMailByState(db),
    backups: await readBackupTimes(db, site),
    alarms: (await listAlarms(db, site, now)).map(({ name }) => name),
  }
}

/** Free bytes of the disks that the site writes to. */
export async function readDisks({ dataDir, backupDir }: Watched): Promise<Record<string, number>> {
  const found = await Promise.all(
    Object.entries({ data: dataDir, backups: backupDir }).map(async ([name, folder]) => {
      const disk = await statfs(folder).catch(() => undefined)
      return [name, disk && disk.bavail * disk.bsize] as const
    }),
  )
  return Object.fromEntries(found.flatMap(([name, free]) => (free === undefined ? [] : [[name, free]])))
}

async function countWaitingJobs(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('job')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** In seconds since 1970, as monitoring systems count; absent until there is one. */
async function readBackupTimes(db: Db, { dataDir, recoveryDays = 0 }: Watched) {
  const point = recoveryDays > 0 ? await findLastPoint(dataDir) : undefined
  const { last } = await db.selectNoFrom(lastBackup(db).as('last')).executeTakeFirstOrThrow()
  const drill = await db
    .selectFrom('backup')
    .select((eb) => eb.fn.max<number | null>('drilled_at').as('at'))
    .where('drill_problem', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    ...(last !== null && { backup: last / 1000 }),
    ...(drill.at !== null && { drill: drill.at / 1000 }),
    ...(point !== undefined && { point: point / 1000 }),
  }
}

export type DatabaseMetrics = Awaited<ReturnType<typeof readDatabaseMetrics>>

/** Due are those that a worker should have by now; the age is that of the one that has waited longest for one. */
async function countJobsByState(db: Db, now: Date) {
  const at = now.getTime()
  const open = await db
    .selectFrom('job')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.countAll<number>().filterWhere('leased_until', '>=', at).as('leased'),
      eb.fn
        .min<number | null>('run_at')
        .filterWhere((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', at)]))
        .as('oldestRunAt'),
    ])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { failed } = await db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const late = open.oldestRunAt === null ? 0 : Math.max(0, (at - open.oldestRunAt) / 1000)
  return { waiting: open.waiting - open.leased, leased: open.leased, failed, late }
}

async function countMailByState(db: Db) {
  const isOpen = (eb: ExpressionBuilder<Tables, 'mail'>) => [
    eb('sent_at', 'is', null),
    eb('failed_at', 'is', null),
  ]
  return db
    .selectFrom('mail')
    .select((eb) => [
      eb.fn.count<number>('sent_at').as('sent'),
      eb.fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
      eb.fn
        .countAll<number>()
        .filterWhere((eb) => eb.and([...isOpen(eb), eb('error', 'is', null)]))
        .as('waiting'),
      // Sent again later, after a failed try.
      eb.fn
        .countAll<number>()
        .filterWhere((eb) => eb.and([...isOpen(eb), eb('error', 'is not', null)]))
        .as('delayed'),
    ])
    .executeTakeFirstOrThrow()
}
