import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockFreeRows } from '#db/engine/lock.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { logError } from '#server/observe/log.server.ts'

/** Work that an operation queues in its own transaction, to be done soon and at least once. */

export type JobHandlers = Record<string, (payload: never, isLastTry: boolean) => Promise<PutBack | void>>

/**
 * Returned by a handler whose work must wait for something else: it is called again then, and this does not count as a
 * try.
 */
export interface PutBack {
  until: Date
}

const leaseMs = 2 * 60 * 1000
const renewMs = 30_000
const mostAttempts = 10
const longestRestMs = 6 * 3_600_000

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

  let readAt = Infinity
  const next = async () => {
    const now = clock()
    if (now.getTime() < readAt - leaseMs) await bringForward(db, now)
    readAt = now.getTime()
    return runNextJob(db, handlers, worker, clock)
  }
  const loop = async () => {
    while (!stopped) {
      const worked = await next().catch((error: unknown) => {
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

/**
 * At startup, and if the clock was set back: jobs queued or started by the earlier clock seem to lie in the future, and
 * do not wait until then. A pause between two tries is no longer than usual.
 */
export async function bringForward(db: Db, now: Date): Promise<void> {
  const at = now.getTime()
  const open = db.updateTable('job').where('done_at', 'is', null).where('failed_at', 'is', null)
  await open
    .set({ run_at: at, created_at: at })
    .where('created_at', '>', at + leaseMs)
    .whereRef('run_at', '=', 'created_at')
    .execute()
  await open
    .set({ run_at: at })
    .where('run_at', '>', at + 2 * longestRestMs)
    .execute()
  await open
    .set({ leased_until: null, leased_by: null })
    .where('leased_until', '>', at + 2 * leaseMs)
    .execute()
}

/** Does everything that is due, for tests and commands that must not wait. */
export async function runDueJobs(db: Db, handlers: JobHandlers, clock: () => Date): Promise<number> {
  let count = 0
  const worker = randomUUID()
  while (await runNextJob(db, handlers, worker, clock)) count++
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
  const renewing = setInterval(() => void renewLease(db, job, clock()), renewMs)
  try {
    if (job.attempts > mostAttempts) throw new Error('The process ended during each of the tries.')
    const back = await handlers[job.kind]!(fromJson<never>(job.payload), job.attempts === mostAttempts)
    if (back) await endJob(db, job, { run_at: back.until.getTime(), attempts: job.attempts - 1 })
    else await endJob(db, job, { done_at: clock().getTime(), error: null })
  } catch (error) {
    logError('job.failed', error, { job: job.id, kind: job.kind, attempts: job.attempts })
    await endJob(db, job, afterFailure(job.attempts, error, clock()))
  } finally {
    clearInterval(renewing)
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
    return { ...job, worker, attempts }
  })
}

/** While a worker is at it, nobody else takes over a long job. */
function renewLease(db: Db, job: Leased, now: Date) {
  return ownLease(db, job)
    .set({ leased_until: now.getTime() + leaseMs })
    .execute()
    .catch((error: unknown) => logError('job.lease-not-renewed', error, { job: job.id }))
}

/** A worker whose lease has expired has lost the job: the worker that took over reports the outcome. */
function endJob(
  db: Db,
  job: Leased,
  values: Pick<Updateable<Tables['job']>, 'run_at' | 'attempts' | 'done_at' | 'failed_at' | 'error'>,
) {
  return ownLease(db, job)
    .set({ leased_until: null, leased_by: null, ...values })
    .execute()
}

interface Leased {
  id: string
  worker: string
  attempts: number
}

function ownLease(db: Db, { id, worker, attempts }: Leased) {
  return db
    .updateTable('job')
    .where('id', '=', id)
    .where('leased_by', '=', worker)
    .where('attempts', '=', attempts)
}

/**
 * Waits three times as long after each try, up to six hours, so that the ten tries outlast a day's outage; then leaves
 * the job for staff to see. Jitter keeps jobs that failed together from returning together.
 */
function afterFailure(attempts: number, error: unknown, now: Date) {
  // PostgreSQL rejects NUL in a text.
  const message = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '')
  if (attempts >= mostAttempts) return { failed_at: now.getTime(), error: message }
  const wait = Math.min(3 ** (attempts - 1) * 60_000, longestRestMs)
  return { run_at: now.getTime() + Math.round(wait * (1 + Math.random() / 5)), error: message }
}
