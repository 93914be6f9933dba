import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { removeFailedJobs, retryFailedJobs } from '#server/jobs/failed-jobs.server.ts'
import { describeJob, lastingKinds } from './job-kinds.ts'

/** Returns how many of them are tried again. */
export function tryJobsAgain(db: Db, actor: Actor, ids: string[], now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const kinds = await retryFailedJobs(db, ids, lastingKinds, now)
    await recordJobs(db, actor, 'jobs.retried', kinds, now)
    return kinds.length
  })
}

/** For work that nobody needs any more: it is never done. */
export function removeJobs(db: Db, actor: Actor, ids: string[], now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const kinds = await removeFailedJobs(db, ids)
    await recordJobs(db, actor, 'jobs.removed', kinds, now)
    return kinds.length
  })
}

type JobAct = 'jobs.retried' | 'jobs.removed'

export async function recordJobs(db: Db, actor: Actor, act: JobAct, kinds: string[], now: Date) {
  if (kinds.length === 0) return
  const works = [...new Set(kinds)].map((kind) => describeJob(kind).work)
  const jobs = works.toSorted().join(', ')
  await record(db, actor, act, 'site', { jobs, count: kinds.length }, now)
}
