import { constants, setPriority } from 'node:os'
import type { Db } from '#db/schema/tables.ts'
import { startJobs, type JobHandlers } from './jobs.server.ts'
import type { HeavyTask } from './heavy-process.server.ts'

interface OpenedWork {
  db: Db
  /** Each group of kinds waits for nothing but itself. */
  groups: JobHandlers[]
  close(): Promise<void>
}

export interface WorkerTimes {
  /** How long it waits for another job before it ends. */
  idleMs: number
  leaseMs?: number
}

const usualTimes: WorkerTimes = { idleMs: 10_000 }
/** A job that does not notice its signal is done again by the next worker. */
const maxInterruptionMs = 4000

/**
 * The life of a heavy worker: waits for its task, does heavy jobs until none has been due for a while, and ends. When
 * its parent goes or it receives a signal, it interrupts its jobs, so that another worker continues them.
 */
export function runHeavyWorker<Setup>(
  open: (setup: Setup) => OpenedWork,
  times: WorkerTimes = usualTimes,
): void {
  const stop = Promise.withResolvers<void>()
  const end = () => stop.resolve()
  process.once('disconnect', end)
  // A terminal or a service manager sends these to all processes of the site.
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // Requests come first. The lowest priority of all would starve it while it holds the write lock of SQLite.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.once('message', (task: HeavyTask<Setup>) => void work(open(task.setup), task.worker, stop, times))
}

async function work(
  { db, groups, close }: OpenedWork,
  name: string,
  stop: PromiseWithResolvers<void>,
  { idleMs, leaseMs }: WorkerTimes,
) {
  const idle = new IdleTime()
  const worker = { name, ...(leaseMs !== undefined && { leaseMs }) }
  const stops = groups.map((handlers) => startJobs(db, idle.watch(handlers), undefined, worker))
  const watching = setInterval(() => idle.ms > idleMs && stop.resolve(), Math.min(1000, idleMs))
  await stop.promise
  clearInterval(watching)
  setTimeout(() => process.exit(), maxInterruptionMs).unref()
  await Promise.all(stops.map((stop) => stop()))
  await close()
  process.exit()
}

/** How long no job has been running. */
class IdleTime {
  #running = 0
  #since = performance.now()

  get ms(): number {
    return this.#running > 0 ? 0 : performance.now() - this.#since
  }

  watch(handlers: JobHandlers): JobHandlers {
    const watched = Object.entries(handlers).map(([kind, handler]): [string, JobHandlers[string]] => [
      kind,
      async (...given) => {
        this.#running++
        try {
          return await handler(...given)
        } finally {
          this.#running--
          this.#since = performance.now()
        }
      },
    ])
    return Object.fromEntries(watched)
  }
}
