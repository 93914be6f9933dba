import type { Db } from '#db/schema/tables.ts'

/** Jobs that were given up after the last try. They stay until somebody has them tried again or removes them. */

export interface FailedJob {
  id: string
  kind: string
  problem: string
  failedAt: Date
}

const mostCharacters = 300

/** The latest first. */
export async function listFailedJobs(db: Db, most: number): Promise<FailedJob[]> {
  const failed = await db
    .selectFrom('job')
    .select(['id', 'kind', 'error', 'failed_at'])
    .where('failed_at', 'is not', null)
    .where('done_at', 'is', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return failed.map(({ id, kind, error, failed_at }) => ({
    id,
    kind,
    problem: (error ?? '').slice(0, mostCharacters),
    failedAt: new Date(failed_at ?? 0),
  }))
}

/** With as many tries as a new job. Returns the kinds of those that were found. */
export async function retryFailedJobs(db: Db, ids: string[], now: Date): Promise<string[]> {
  const retried = await db
    .updateTable('job')
    .set({ failed_at: null, attempts: 0, run_at: now.getTime() })
    .where('id', 'in', ids)
    .where('failed_at', 'is not', null)
    .where('done_at', 'is', null)
    .returning('kind')
    .execute()
  return retried.map(({ kind }) => kind)
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
