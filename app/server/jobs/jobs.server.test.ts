import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { openDatabase } from '#db/engine/engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { monday, sharedTest, test } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { queueJob, runDueJobs, startJobs } from './jobs.server.ts'

const minute = 60_000
const hour = 60 * minute
const atMonday = () => monday
const later = (ms: number) => () => new Date(monday.getTime() + ms)

test('a job is done once, with what was queued for it', async ({ db }) => {
  const seen: unknown[] = []
  await queueJob(db, 'greet', { name: 'Raman' }, monday)
  const handlers = { greet: async (payload: never) => void seen.push(payload) }

  expect(await runDueJobs(db, handlers, atMonday)).toBe(1)
  expect(await runDueJobs(db, handlers, atMonday)).toBe(0)
  expect(seen).toEqual([{ name: 'Raman' }])
  expect(await findJob(db)).toMatchObject({
    done_at: monday.getTime(),
    failed_at: null,
    leased_until: null,
    leased_by: null,
    attempts: 1,
  })
})

test('a job of an operation that failed was never queued', async ({ db }) => {
  const operation = inTransaction(db, async (db) => {
    await queueJob(db, 'greet', {}, monday)
    throw new Error('refused')
  })

  await expect(operation).rejects.toThrow('refused')
  expect(await runDueJobs(db, { greet: async () => {} }, atMonday)).toBe(0)
})

test('jobs are done in the order they fall due', async ({ db }) => {
  const seen: number[] = []
  for (const number of [3, 1, 2]) await queueJob(db, 'count', number, later(number)())

  await runDueJobs(db, { count: async (number: never) => void seen.push(number) }, later(10))
  expect(seen).toEqual([1, 2, 3])
})

test('a job of an unknown kind waits for a process that knows it', async ({ db }) => {
  await queueJob(db, 'future', {}, monday)

  expect(await runDueJobs(db, { greet: async () => {} }, atMonday)).toBe(0)
  expect(await runDueJobs(db, { future: async () => {} }, atMonday)).toBe(1)
})

test('a failed job is retried after growing waits, and given up after ten tries', async ({ db }) => {
  const logged = captureLog()
  await queueJob(db, 'fail', {}, monday)
  const waits: number[] = []
  let now = monday.getTime()
  const handlers = {
    fail: async () => {
      throw new Error(`The post office is shut\0 (${waits.length + 1})`)
    },
  }
  for (;;) {
    expect(await runDueJobs(db, handlers, () => new Date(now))).toBe(1)
    const job = await findJob(db)
    if (job.failed_at !== null) break
    expect(await runDueJobs(db, handlers, () => new Date(job.run_at - 1))).toBe(0)
    waits.push((job.run_at - now) / minute)
    now = job.run_at
  }

  const min = [1, 3, 9, 27, 81, 243, 360, 360, 360]
  expect(waits).toHaveLength(9)
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(min[index] ?? 0)
    expect(wait).toBeLessThanOrEqual((min[index] ?? 0) * 1.2 + 0.01)
  }
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(24 * 60)
  expect(await findJob(db)).toMatchObject({
    attempts: 10,
    failed_at: now,
    done_at: null,
    leased_by: null,
    error: 'The post office is shut (10)',
  })
  expect(await runDueJobs(db, handlers, () => new Date(now + 100 * hour))).toBe(0)
  expect(logged.map(({ event, attempts }) => `${event} ${String(attempts)}`)).toEqual(
    Array.from({ length: 10 }, (_, tries) => `job.failed ${tries + 1}`),
  )
})

test('a job that finally succeeds no longer shows its error', async ({ db }) => {
  captureLog()
  await queueJob(db, 'try', {}, monday)
  let tries = 0
  const handlers = {
    try: async () => {
      if (++tries === 1) throw new Error('not yet')
    },
  }
  await runDueJobs(db, handlers, atMonday)
  expect(await findJob(db)).toMatchObject({ error: 'not yet', done_at: null })

  await runDueJobs(db, handlers, later(2 * minute))
  expect(await findJob(db)).toMatchObject({
    error: null,
    attempts: 2,
    done_at: later(2 * minute)().getTime(),
  })
})

sharedTest('a job whose process was killed is taken over when its lease has expired', async ({ db }) => {
  await queueJob(db, 'draw', {}, monday)
  await leaveLeased(db, 1)
  const handlers = { draw: async () => {} }

  expect(await runDueJobs(db, handlers, later(minute))).toBe(0)
  expect(await runDueJobs(db, handlers, later(3 * minute))).toBe(1)
  expect(await findJob(db)).toMatchObject({ attempts: 2, done_at: later(3 * minute)().getTime() })
})

test('a job that takes longer than its lease is not taken over while its worker is at it', async ({ db }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await queueJob(db, 'draw', {}, monday)
  let now = monday
  const busy = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const drawing = { draw: async () => (started.resolve(), busy.promise) }
  const running = runDueJobs(db, drawing, () => now)
  await started.promise
  const takenOver = vi.fn<() => Promise<void>>(async () => {})
  for (let passed = 0; passed < 10 * minute; passed += 30_000) {
    now = later(passed + 30_000)()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(async () => (await findJob(db)).leased_until).toBe(now.getTime() + 2 * minute)
  }
  expect(await runDueJobs(db, { draw: takenOver }, () => now)).toBe(0)
  busy.resolve()
  expect(await running).toBe(1)
  expect(takenOver).not.toHaveBeenCalled()
  expect(await findJob(db)).toMatchObject({ attempts: 1, done_at: now.getTime(), leased_until: null })
})

sharedTest('a job that kills every process that tries it is given up', async ({ db }) => {
  captureLog()
  await queueJob(db, 'explode', {}, monday)
  await leaveLeased(db, 10)
  const explode = vi.fn<() => Promise<void>>(async () => {})

  await runDueJobs(db, { explode }, later(3 * minute))
  expect(explode).not.toHaveBeenCalled()
  expect(await findJob(db)).toMatchObject({
    failed_at: later(3 * minute)().getTime(),
    done_at: null,
    error: 'The process ended during each of the tries.',
  })
})

sharedTest('a worker that was too slow does not undo what its successor did', async ({ db }) => {
  captureLog()
  await queueJob(db, 'draw', {}, monday)
  let isFirst = true
  const handlers = {
    draw: async () => {
      if (!isFirst) return
      isFirst = false
      await runDueJobs(db, handlers, later(3 * minute))
      throw new Error('too slow')
    },
  }
  await runDueJobs(db, handlers, atMonday)

  expect(await findJob(db)).toMatchObject({
    attempts: 2,
    done_at: later(3 * minute)().getTime(),
    error: null,
  })
})

sharedTest('two workers never do the same job', async ({ db, address }) => {
  const done: number[] = []
  const handlers = {
    count: async (number: never) => {
      done.push(number)
      await sleep(Math.random() * 3)
    },
  }
  for (let number = 0; number < 60; number++) await queueJob(db, 'count', number, monday)
  const second = openDatabase(address)
  const counts = await Promise.all([
    runDueJobs(db, handlers, atMonday),
    runDueJobs(second, handlers, atMonday),
  ])
  await second.destroy()

  expect(counts[0] + counts[1]).toBe(60)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, number) => number))
})

sharedTest('a started worker does new jobs, and stopping it waits for the current job', async ({ db }) => {
  let isDone = false
  let begin = () => {}
  const started = new Promise<void>((resolve) => (begin = resolve))
  const handlers = {
    slow: async () => {
      begin()
      await sleep(100)
      isDone = true
    },
  }
  const stop = startJobs(db, handlers, atMonday)
  await queueJob(db, 'slow', {}, monday)
  await started
  await queueJob(db, 'slow', {}, later(1)())
  await stop()

  expect(isDone).toBe(true)
  expect((await db.selectFrom('job').select('attempts').orderBy('run_at').execute()).map(attemptsOf)).toEqual(
    [1, 0],
  )
})

const attemptsOf = (job: { attempts: number }) => job.attempts

function findJob(db: Db) {
  return db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
}

/** What a process that was killed during its try leaves behind. */
async function leaveLeased(db: Db, attempts: number) {
  await db
    .updateTable('job')
    .set({ attempts, leased_by: 'the dead', leased_until: monday.getTime() + 2 * minute })
    .execute()
}

sharedTest('a worker is told that it has lost a job, and leaves it to the other one', async ({ db }) => {
  const heard = Promise.withResolvers<void>()
  const handlers = {
    slow: async (_payload: never, _isLastTry: boolean, signal: AbortSignal) => {
      await db.updateTable('job').set({ leased_by: 'another', attempts: 2 }).execute()
      if (!signal.aborted) await once(signal, 'abort')
      heard.resolve()
      signal.throwIfAborted()
    },
  }
  await queueJob(db, 'slow', {}, monday)
  const stop = startJobs(db, handlers, atMonday, { leaseMs: 80 })
  await heard.promise
  await stop()

  expect(await findJob(db)).toMatchObject({ leased_by: 'another', attempts: 2, done_at: null, error: null })
})
