import { isReachable, timeQuery } from '#db/engine/reachable.server.ts'
import type { Db } from '#db/schema/tables.ts'

const longestWaitMs = 2000

/**
 * Whether this process can serve visitors. The database is migrated before the listeners open, so it only has to
 * answer.
 */
export function canServe(db: Db): Promise<boolean> {
  return isReachable(db, longestWaitMs)
}

/** What the database reports to monitoring: counts only. */
export async function readDatabaseMetrics(db: Db, now: Date) {
  return {
    querySeconds: await timeQuery(db),
    jobs: await countJobsByState(db, now),
    mail: await countMailByState(db),
  }
}

export type DatabaseMetrics = Awaited<ReturnType<typeof readDatabaseMetrics>>

/** Due are those that a worker should have by now; the age is that of the longest-waiting one. */
async function countJobsByState(db: Db, now: Date) {
  const at = now.getTime()
  const open = await db
    .selectFrom('job')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.countAll<number>().filterWhere('leased_until', '>=', at).as('leased'),
      eb.fn.min<number | null>('run_at').as('oldestRunAt'),
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
  return db
    .selectFrom('mail')
    .select((eb) => [
      eb.fn.count<number>('sent_at').as('sent'),
      eb.fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
      eb.fn
        .countAll<number>()
        .filterWhere((eb) => eb.and([eb('sent_at', 'is', null), eb('failed_at', 'is', null)]))
        .as('unsent'),
    ])
    .executeTakeFirstOrThrow()
}
