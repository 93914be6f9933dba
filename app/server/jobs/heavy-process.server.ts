import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Db } from '#db/schema/tables.ts'
import { log, logError } from '#server/observe/log.server.ts'
import { hasDueJob, hasExpiredLease, releaseLeases } from './jobs.server.ts'
import { startScheduledTasks } from './scheduled-tasks.server.ts'

/** What a site gives its heavy worker: under which name to lease jobs, and where everything is. */
export interface HeavyTask<Setup> {
  worker: string
  setup: Setup
}

interface HeavyWork<Setup> {
  db: Db
  /** The kinds of jobs for which the process is started. */
  kinds: readonly string[]
  /** The program, which ends by itself when it has nothing to do, and when its parent goes. */
  entry: string
  setup: Setup
}

const everyMs = 1000
/** Longer than the process allows itself to interrupt its jobs. */
const maxStopMs = 6000
const firstWaitMs = 1000
const maxWaitMs = 60_000
const settledMs = 60_000

/**
 * Starts a process when a heavy job is due, at most one at a time, and waits twice as long after each that died early.
 * The returned function ends it, also in the middle of a job.
 */
export function startHeavyWork<Setup>(work: HeavyWork<Setup>, every = everyMs): () => Promise<void> {
  let current: { worker: string; child: ChildProcess; ended: Promise<void> } | undefined
  let isStopping = false
  let notBefore = 0
  let waitMs = firstWaitMs

  const begin = () => {
    const worker = randomUUID()
    const startedAt = performance.now()
    const child = startProcess(work.entry)
    child.send({ worker, setup: work.setup } satisfies HeavyTask<Setup>, () => undefined)
    const ended = endOf(child).then(async ({ code, signal }) => {
      const died = code !== 0 && !isStopping
      if (died) log('heavy-worker.died', { pid: child.pid, code, signal })
      waitMs =
        died && performance.now() - startedAt < settledMs ? Math.min(waitMs * 2, maxWaitMs) : firstWaitMs
      notBefore = died ? performance.now() + waitMs / 2 : 0
      await releaseLeases(work.db, worker, !died).catch((error: unknown) =>
        logError('heavy-worker.leases-not-released', error),
      )
      current = undefined
    })
    current = { worker, child, ended }
  }
  const look = async (now: Date) => {
    if (isStopping) return
    if (!current) {
      if (performance.now() >= notBefore && (await hasDueJob(work.db, work.kinds, now))) begin()
      return
    }
    // A process that hangs renews nothing.
    if (await hasExpiredLease(work.db, current.worker, now)) current.child.kill('SIGKILL')
  }
  const stopLooking = startScheduledTasks({ 'heavy-work': look }, every)
  return async () => {
    isStopping = true
    await stopLooking()
    if (!current) return
    const { child, ended } = current
    if (child.connected) child.disconnect()
    const kill = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
    await ended
    clearTimeout(kill)
  }
}

function startProcess(entry: string): ChildProcess {
  return fork(entry, [], {
    // What it logs is part of the site's log.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    execArgv: ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'],
  })
}

function endOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.on('error', (error) => {
      logError('heavy-worker.error', error)
      // It was never started, so it has no end either.
      if (child.pid === undefined) resolve({ code: null, signal: null })
    })
  })
}
