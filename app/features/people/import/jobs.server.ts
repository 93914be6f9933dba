import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '#db/schema/tables.ts'
import { queueJob, type JobHandlers } from '#server/jobs/jobs.server.ts'
import { checkImport } from './check.server.ts'
import { checkJob, runJob, undoJob } from './operations.server.ts'
import { runSome } from './run.server.ts'
import { undoSome } from './undo.server.ts'

// Well within the lease of a job, and short enough for a process that is about to stop.
const turnMs = 5000

/** The long work on imports, for whichever process takes it. */
export function importJobs(db: Db, clock: () => Date = () => new Date()): JobHandlers {
  const inTurns = (job: string, some: typeof runSome) => async (payload: { importId: string }) => {
    const end = performance.now() + turnMs
    while (await some(db, payload.importId, clock())) {
      if (performance.now() > end) return queueJob(db, job, payload, clock())
      // Other requests of this process come first.
      await breathe()
    }
  }
  return {
    [checkJob]: ({ importId }: { importId: string }) => checkImport(db, importId, clock()),
    [runJob]: inTurns(runJob, runSome),
    [undoJob]: inTurns(undoJob, undoSome),
  }
}
