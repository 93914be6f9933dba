import { randomUUID } from 'node:crypto'
import { newId } from '#db/id.ts'
import { fromJson, toJson } from '#db/json.ts'
import { lockFreeRows } from '#db/lock.server.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { logError } from './log.server.ts'

/** Work that an operation leaves behind in its own transaction, to be done soon and at least once. */

export type JobHandlers = Record<string, (payload: never) => Promise<void>>

const leaseMs = 2 * 60 * 1000
const mostAttempts = 10

export async function queueJob(db: Db, kind: string, payload: unknown, now: Date): Promise<void> {
  const at = now.getTime()
  await db
    .insertInto('job')
    .values({ id: newId(), kind, payload: toJson(payload), run_at: at, attempts: 0, created_at: at })
    .execute()
}

export function startJobs(db: Db, handlers: JobHandlers, clock: () => Date = () => new Date()) {
  const worker = randomUUID()
  let stopped = false
  let wake: (() => void) | undefined

  const loop = async () => {
    while (!stopped) {
      const worked = await runNextJob(db, handlers, worker, clock).catch((error: unknown) => {
        logError('jobs.away', error)
        return false
      })
      if (!worked && !stopped) await new Promise<void>((resume) => rest((wake = resume)))
    }
  }
  const running = loop()
  return async () => {
    stopped = true
    wake?.()
    await running
  }
}

function rest(resume: () => void) {
  setTimeout(resume, 1000).unref()
}

/** Does everything that is due, for tests and commands that must not wait. */
export async function runDueJobs(db: Db, handlers: JobHandlers, clock: () => Date): Promise<number> {
  let count = 0
  while (await runNextJob(db, handlers, 'once', clock)) count++
  return count
}

async function runNextJob(
  db: Db,
  handlers: JobHandlers,
  worker: string,
  clock: () => Date,
): Promise<boolean> {
  const job = await leaseJob(db, Object.keys(handlers), worker, clock())
  if (!job) return false
  try {
    await handlers[job.kind]!(fromJson<never>(job.payload))
    await endJob(db, job.id, { done_at: clock().getTime() })
  } catch (error) {
    logError('job.failed', error, { job: job.id, kind: job.kind, attempts: job.attempts })
    await endJob(db, job.id, afterFailure(job.attempts, error, clock()))
  }
  return true
}

function leaseJob(db: Db, kinds: string[], worker: string, now: Date) {
  return inTransaction(db, async (db) => {
    const job = await db
      .selectFrom('job')
      .select(['id', 'kind', 'payload', 'attempts'])
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', now.getTime())
      .where('kind', 'in', kinds)
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now.getTime())]))
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .$call(lockFreeRows(db))
      .executeTakeFirst()
    if (!job) return undefined
    const attempts = job.attempts + 1
    await db
      .updateTable('job')
      .set({ leased_until: now.getTime() + leaseMs, leased_by: worker, attempts })
      .where('id', '=', job.id)
      .execute()
    return { ...job, attempts }
  })
}

function endJob(db: Db, id: string, values: Record<string, unknown>) {
  return db
    .updateTable('job')
    .set({ leased_until: null, leased_by: null, ...values })
    .where('id', '=', id)
    .execute()
}

/** Waits twice as long after each try, up to six hours, then leaves the job for staff to see. */
function afterFailure(attempts: number, error: unknown, now: Date) {
  const message = error instanceof Error ? error.message : String(error)
  if (attempts >= mostAttempts) return { failed_at: now.getTime(), error: message }
  return { run_at: now.getTime() + Math.min(2 ** attempts * 30_000, 6 * 3_600_000), error: message }
}
