import { setTimeout as sleep } from 'node:timers/promises'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { JobHandlers } from '#server/jobs/jobs.server.ts'
import { checkImport } from './check.server.ts'
import { runSome } from './run.server.ts'
import { undoSome } from './undo.server.ts'
import { checkJob, runJob, undoJob } from './jobs.ts'

/** Then another import that is waiting has its turn. */
const maxWorkMs = 5000
const maxRestMs = 500
/** Each new version has every public page rendered again, so it is not raised for each of the many transactions. */
const raiseEveryMs = 1000

/** The long work on imports, in short transactions, for whichever process takes it. */
export function importJobs(db: Db, clock: () => Date = () => new Date()): JobHandlers {
  const inShortSteps =
    (some: typeof runSome) => async (payload: { importId: string }, _: boolean, signal: AbortSignal) => {
      const endsAt = performance.now() + maxWorkMs
      // The first transaction raises it, because a process that was killed may have left that out.
      let raisedAt = -Infinity
      while (!signal.aborted && performance.now() < endsAt) {
        const startedAt = performance.now()
        const isRaising = startedAt - raisedAt > raiseEveryMs
        if (isRaising) raisedAt = startedAt
        if (!(await some(db, payload.importId, clock(), isRaising))) return
        // SQLite has one writer and no queue for it: forms find their gap because this is longer than the work.
        await rest(3 * (performance.now() - startedAt))
      }
      await inTransaction(db, (db) => raiseContentVersion(db, clock()))
      return { until: clock() }
    }
  return {
    [checkJob]: async ({ importId }: { importId: string }, _: boolean, signal: AbortSignal) => {
      const next = async (workedMs: number) => {
        await rest(workedMs)
        return !signal.aborted
      }
      const outcome = await checkImport(db, importId, clock(), next)
      return outcome === 'interrupted' ? { until: clock() } : undefined
    },
    [runJob]: inShortSteps(runSome),
    [undoJob]: inShortSteps(undoSome),
  }
}

function rest(ms: number): Promise<void> {
  return sleep(Math.min(ms, maxRestMs))
}
