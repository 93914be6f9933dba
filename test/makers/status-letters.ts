import type { Db } from '#db/schema/tables.ts'
import { statusLetterJob } from '#features/cases/jobs.ts'
import { sendStatusLetter, type StatusLetter } from '#features/cases/status.server.ts'
import { runDueJobs } from '#server/jobs/jobs.server.ts'

/** Sends the requested letters about the status of cases. */
export async function runStatusJobs(db: Db, origin: string, now: Date): Promise<void> {
  const send = (letter: StatusLetter) => sendStatusLetter(db, origin, letter, now)
  await runDueJobs(db, { [statusLetterJob]: send }, () => now)
}
