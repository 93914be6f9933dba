import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'

/** Removes jobs that are over. Some name a person, so none of them stays forever. */

const jobsAtOnce = 1000

/** Jobs that were done by then. */
export async function removeDoneJobs(db: Db, until: Date): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('job')
      .where('id', 'in', (eb) =>
        eb.selectFrom('job').select('id').where('done_at', '<=', until.getTime()).limit(jobsAtOnce),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows < jobsAtOnce) return
  }
}

/** Jobs that were given up by then. Returns their kinds. */
export async function removeGivenUpJobs(db: Db, until: Date): Promise<string[]> {
  const removed = await db
    .deleteFrom('job')
    .where('failed_at', '<=', until.getTime())
    .where('done_at', 'is', null)
    .returning('kind')
    .execute()
  return removed.map(({ kind }) => kind)
}

const payloadsAtOnce = 500

/** Removes jobs with exactly these payloads, whether they wait, are done or were given up. Returns how many. */
export async function forgetJobs(db: Db, kind: string, payloads: readonly unknown[]): Promise<number> {
  const texts = payloads.map(toJson)
  let count = 0
  for (let at = 0; at < texts.length; at += payloadsAtOnce) {
    const { numDeletedRows } = await db
      .deleteFrom('job')
      .where('kind', '=', kind)
      .where('payload', 'in', texts.slice(at, at + payloadsAtOnce))
      .executeTakeFirstOrThrow()
    count += Number(numDeletedRows)
  }
  return count
}

/** What all jobs of a kind were queued with. */
export async function listPayloads<Payload>(db: Db, kind: string): Promise<Payload[]> {
  const jobs = await db.selectFrom('job').select('payload').where('kind', '=', kind).execute()
  return jobs.map(({ payload }) => fromJson<Payload>(payload))
}
