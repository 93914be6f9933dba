import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Updateable } from 'kysely'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockFreeRows } from '#db/engine/lock.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { logError } from '#server/observe/log.server.ts'

/** Work that an operation queues in its own transaction, to be done soon and at least once. */

export type JobHandlers = Record<
  string,
  (payload: never, isLastTry: boolean, signal: AbortSignal) => Promise<PutBack | void>
>

/**
 * Returned by a handler whose work must wait for something else, or that was interrupted by its signal: it is called
 * again then, and this does not count as a try.
 */
export interface PutBack {
  until: Date
}

const usualLeaseMs = 2 * 60 * 1000
const renewalsInLease = 4
const maxAttempts = 10
const maxRestMs = 6 * 3_600_000

export async function queueJob(db: Db, kind: string, payload: unknown, now: Date): Promise<void> {
  const at = now.getTime()
  await db
    .insertInto('job')
    .values({ id: newId(), kind, payload: toJson(payload), run_at: at, attempts: 0, created_at: at })
    .execute()
}

export interface JobWorker {
  /** The name under which it leases jobs. */
  name: string
  leaseMs: number
}

/** The signal that the handlers are given aborts when this is stopped, or when a job is no longer theirs. */
export function startJobs(
  db: Db,
  handlers: JobHandlers,
  clock: () => Date = () => new Date(),
  { name = randomUUID(), leaseMs = usualLeaseMs }: Partial<JobWorker> = {},
) {
  const stopping = new AbortController()
  const worker = { name, leaseMs, signal: stopping.signal }
  let wake: (() => void) | undefined

  let readAt = Infinity
  const next = async () => {
    const now = clock()
    if (now.getTime() < readAt - usualLeaseMs) await bringForward(db, now)
    readAt = now.getTime()
    return runNextJob(db, handlers, worker, clock)
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const worked = await next().catch((error: unknown) => {
        logError('jobs.away', error)
        return false
      })
      if (!worked && !stopping.signal.aborted)
        await new Promise<void>((resume) => callInASecond((wake = resume)))
    }
  }
  const running = loop()
  return async () => {
    stopping.abort()
    wake?.()
    await running
  }
}

function callInASecond(resume: () => void) {
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
    .where('created_at', '>', at + usualLeaseMs)
    .whereRef('run_at', '=', 'created_at')
    .execute()
  await open
    .set({ run_at: at })
    .where('run_at', '>', at + 2 * maxRestMs)
    .execute()
  await open
    .set({ leased_until: null, leased_by: null })
    .where('leased_until', '>', at + 2 * usualLeaseMs)
    .execute()
}

type JobConditions = ExpressionBuilder<Tables, 'job'>

function isDue(eb: JobConditions, kinds: readonly string[], now: Date) {
  return eb.and([
    eb('done_at', 'is', null),
    eb('failed_at', 'is', null),
    eb('run_at', '<=', now.getTime()),
    eb('kind', 'in', kinds),
    eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now.getTime())]),
  ])
}

export async function hasDueJob(db: Db, kinds: readonly string[], now: Date): Promise<boolean> {
  const due = db.selectFrom('job').select('id')
  return (
    (await due
      .where((eb) => isDue(eb, kinds, now))
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** Queues a job unless one of the kind is waiting or under way. */
export async function queueJobOnce(db: Db, kind: string, payload: unknown, now: Date): Promise<void> {
  const open = db.selectFrom('job').select('id').where('done_at', 'is', null).where('failed_at', 'is', null)
  if (!(await open.where('kind', '=', kind).limit(1).executeTakeFirst()))
    await queueJob(db, kind, payload, now)
}

/** Whether a worker no longer renews the lease of a job that it took. */
export async function hasExpiredLease(db: Db, worker: string, now: Date): Promise<boolean> {
  const leased = db.selectFrom('job').select('id').where('leased_by', '=', worker)
  const expired = leased.where('leased_until', '<', now.getTime()).limit(1)
  return (await expired.executeTakeFirst()) !== undefined
}

/** The jobs of a worker that has ended are free for others at once. A try counts unless it was ended on purpose. */
export async function releaseLeases(db: Db, worker: string, isOnPurpose: boolean): Promise<void> {
  await db
    .updateTable('job')
    .set((eb) => ({
      leased_until: null,
      leased_by: null,
      ...(isOnPurpose && { attempts: eb('attempts', '-', 1) }),
    }))
    .where('leased_by', '=', worker)
    .where('done_at', 'is', null)
    .execute()
}

/** Does everything that is due, for tests and commands that must not wait. */
export async function runDueJobs(db: Db, handlers: JobHandlers, clock: () => Date): Promise<number> {
  let count = 0
  const worker = { name: randomUUID(), leaseMs: usualLeaseMs, signal: new AbortController().signal }
  while (await runNextJob(db, handlers, worker, clock)) count++
  return count
}

type RunningWorker = JobWorker & { signal: AbortSignal }

async function runNextJob(
  db: Db,
  handlers: JobHandlers,
  worker: RunningWorker,
  clock: () => Date,
): Promise<boolean> {
  const job = await leaseJob(db, Object.keys(handlers), worker, clock())
  if (!job) return false
  const lost = new AbortController()
  const signal = AbortSignal.any([worker.signal, lost.signal])
  const renew = () => void renewLease(db, job, worker, clock(), () => lost.abort())
  const renewing = setInterval(renew, worker.leaseMs / renewalsInLease)
  const putBack = (until: Date) => endJob(db, job, { run_at: until.getTime(), attempts: job.attempts - 1 })
  try {
    if (job.attempts > maxAttempts) throw new Error('The process ended during each of the tries.')
    const isLastTry = job.attempts === maxAttempts
    const back = await handlers[job.kind]!(fromJson<never>(job.payload), isLastTry, signal)
    if (back) await putBack(back.until)
    else await endJob(db, job, { done_at: clock().getTime(), error: null })
  } catch (error) {
    if (signal.aborted) {
      await putBack(clock())
      return true
    }
    logError('job.failed', error, { job: job.id, kind: job.kind, attempts: job.attempts })
    await endJob(db, job, afterFailure(job.attempts, error, clock()))
  } finally {
    clearInterval(renewing)
  }
  return true
}

function leaseJob(db: Db, kinds: string[], { name, leaseMs }: JobWorker, now: Date) {
  return inTransaction(db, async (db) => {
    const job = await db
      .selectFrom('job')
      .select(['id', 'kind', 'payload', 'attempts'])
      .where((eb) => isDue(eb, kinds, now))
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .$call(lockFreeRows(db))
      .executeTakeFirst()
    if (!job) return undefined
    const attempts = job.attempts + 1
    await db
      .updateTable('job')
      .set({ leased_until: now.getTime() + leaseMs, leased_by: name, attempts })
      .where('id', '=', job.id)
      .execute()
    return { ...job, worker: name, attempts }
  })
}

/** While a worker is at it, nobody else takes over a long job. */
function renewLease(db: Db, job: Leased, { leaseMs }: JobWorker, now: Date, onLost: () => void) {
  return ownLease(db, job)
    .set({ leased_until: now.getTime() + leaseMs })
    .executeTakeFirst()
    .then(({ numUpdatedRows }) => numUpdatedRows === 0n && onLost())
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
  if (attempts >= maxAttempts) return { failed_at: now.getTime(), error: message }
  const wait = Math.min(3 ** (attempts - 1) * 60_000, maxRestMs)
  return { run_at: now.getTime() + Math.round(wait * (1 + Math.random() / 5)), error: message }
}
