import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'

/** Jobs that were given up after the last try. They stay until somebody has them tried again or removes them, or for 90 days. */

export interface FailedJob {
  id: string
  kind: string
  problem: string
  failedAt: Date
}

const maxCharacters = 300

/** The latest first. */
export async function listFailedJobs(db: Db, max: number): Promise<FailedJob[]> {
  const failed = await db
    .selectFrom('job')
    .select(['id', 'kind', 'error', 'failed_at'])
    .where('failed_at', 'is not', null)
    .where('done_at', 'is', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return failed.map(({ id, kind, error, failed_at }) => ({
    id,
    kind,
    problem: (error ?? '').slice(0, maxCharacters),
    failedAt: new Date(failed_at ?? 0),
  }))
}

/**
 * Those of these kinds, with as many tries as a new job. The same work is queued once, and not if it is open already.
 * Returns the kinds of those that are tried again.
 */
export async function retryFailedJobs(
  db: Db,
  ids: string[],
  kinds: readonly string[],
  now: Date,
): Promise<string[]> {
  const latest = await findLatest(db, ids, kinds)
  if (latest.length === 0) return []
  const retried = await db
    .updateTable('job')
    .set({ failed_at: null, attempts: 0, run_at: now.getTime() })
    .where('id', 'in', latest)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job as open')
            .select('open.id')
            .whereRef('open.kind', '=', 'job.kind')
            .whereRef('open.payload', '=', 'job.payload')
            .where('open.done_at', 'is', null)
            .where('open.failed_at', 'is', null),
        ),
      ),
    )
    .returning('kind')
    .execute()
  return retried.map(({ kind }) => kind)
}

/** Among failed jobs of the same work the latest. */
async function findLatest(db: Db, ids: string[], kinds: readonly string[]): Promise<string[]> {
  const failed = await db
    .selectFrom('job')
    .select(['id', 'kind', 'payload'])
    .where('id', 'in', ids)
    .where('kind', 'in', kinds)
    .where('failed_at', 'is not', null)
    .where('done_at', 'is', null)
    .orderBy('id')
    .$call(lockRows(db))
    .execute()
  return [...new Map(failed.map(({ id, kind, payload }) => [`${kind} ${payload}`, id])).values()]
}

export async function removeFailedJobs(db: Db, ids: string[]): Promise<string[]> {
  const removed = await db
    .deleteFrom('job')
    .where('id', 'in', ids)
    .where('failed_at', 'is not', null)
    .where('done_at', 'is', null)
    .returning('kind')
    .execute()
  return removed.map(({ kind }) => kind)
}
