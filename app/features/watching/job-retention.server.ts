import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { removeDoneJobs, removeGivenUpJobs } from '#server/jobs/job-retention.server.ts'
import { recordJobs } from './failed-jobs.server.ts'

/** Until then the id of a job that the log names can be looked up. */
const doneDays = 1
/** Longer than any holiday of the office, which sees them on the System page; afterwards nobody has missed the work. */
export const givenUpDays = 90

/** Removes jobs that are over: some contain an email address. */
export async function clearJobs(db: Db, now: Date): Promise<void> {
  await removeDoneJobs(db, new Date(now.getTime() - doneDays * dayMs))
  await inTransaction(db, async (db) => {
    const kinds = await removeGivenUpJobs(db, new Date(now.getTime() - givenUpDays * dayMs))
    await recordJobs(db, system, 'jobs.removed', kinds, now)
  })
}
