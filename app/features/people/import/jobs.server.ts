import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#db/schema/tables.ts'
import type { JobHandlers } from '#server/jobs/jobs.server.ts'
import { checkImport } from './check.server.ts'
import { checkJob, runJob, undoJob } from './operations.server.ts'
import { runSome } from './run.server.ts'
import { undoSome } from './undo.server.ts'

/** Then another import that is waiting has its turn. */
const turnMs = 5000
const longestRestMs = 250

/** The long work on imports, in short transactions, for whichever process takes it. */
export function importJobs(db: Db, clock: () => Date = () => new Date()): JobHandlers {
  const inTurns =
    (some: typeof runSome) => async (payload: { importId: string }, _: boolean, signal: AbortSignal) => {
      const turn = new Turn(signal)
      for (;;) {
        const startedAt = performance.now()
        if (!(await some(db, payload.importId, clock()))) return
        if (!(await turn.rest(performance.now() - startedAt))) return { until: clock() }
      }
    }
  return {
    [checkJob]: async ({ importId }: { importId: string }, _: boolean, signal: AbortSignal) => {
      const turn = new Turn(signal, Infinity)
      const outcome = await checkImport(db, importId, clock(), (workedMs) => turn.rest(workedMs))
      return outcome === 'interrupted' ? { until: clock() } : undefined
    },
    [runJob]: inTurns(runSome),
    [undoJob]: inTurns(undoSome),
  }
}

class Turn {
  readonly #endsAt: number
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal, ms = turnMs) {
    this.#signal = signal
    this.#endsAt = performance.now() + ms
  }

  /** SQLite has one writer and no queue for it: forms come in between because the work rests as long as it took. */
  async rest(workedMs: number): Promise<boolean> {
    await sleep(Math.min(workedMs, longestRestMs))
    return !this.#signal.aborted && performance.now() < this.#endsAt
  }
}
