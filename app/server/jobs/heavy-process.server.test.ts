import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { sharedTest } from '#test/harness/db.ts'
import { captureLog } from '#test/harness/log.ts'
import { runOther } from '#test/harness/processes.ts'
import { startHeavyWork } from './heavy-process.server.ts'
import { queueJob, queueJobOnce, startJobs } from './jobs.server.ts'

const soon = { timeout: 50_000, interval: 50 }
const entry = resolve('test/harness/processes/heavy-worker.ts')

type Stops = (() => Promise<void>)[]

/** Starts the process for its jobs when there are some; what this returns stops it before the test ends. */
const test = sharedTest.extend<{
  stops: Stops
  also: (stop: Stops[number]) => void
  begin: () => Stops[number]
}>({
  stops: async ({ db: _ }, use) => {
    const stops: Stops = []
    await use(stops)
    for (const stop of stops) await stop()
  },
  also: async ({ stops }, use) => use((stop) => void stops.push(stop)),
  begin: async ({ db, address, folder, stops }, use) => {
    await use(() => {
      const setup = { database: address, folder }
      const stop = startHeavyWork({ db, kinds: ['slow', 'hang'], entry, setup }, 50)
      stops.push(stop)
      return stop
    })
  },
})

test('the process starts for a heavy job, does the next one too, and ends when there is none', async ({
  db,
  folder,
  begin,
}) => {
  begin()
  await queueJob(db, 'light', {}, new Date())
  await sleep(300)
  expect(notesIn(folder)).toEqual([])

  for (const name of ['one', 'two']) await queueJob(db, 'slow', { name, ms: 10 }, new Date())
  await vi.waitFor(() => expect(notesIn(folder)).toHaveLength(4), soon)
  const [pid = 0, ...others] = pidsIn(folder)
  expect(others).toEqual([])
  expect(wordsIn(folder)).toEqual(['begins one', 'ends one', 'begins two', 'ends two'])
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), soon)
  expect(await findJobs(db, 'slow')).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
})

test('a job that takes longer than its lease is not taken over', async ({ db, folder, begin, also }) => {
  begin()
  await queueJob(db, 'slow', { name: 'long', ms: 7000 }, new Date())
  await vi.waitFor(() => expect(wordsIn(folder)).toEqual(['begins long']), soon)
  const takenOver: string[] = []
  const stop = startJobs(db, { slow: async ({ name }: { name: string }) => void takenOver.push(name) })
  also(stop)
  await vi.waitFor(() => expect(wordsIn(folder)).toEqual(['begins long', 'ends long']), soon)
  await vi.waitFor(async () => expect((await findJobs(db, 'slow'))[0]?.done_at).not.toBeNull(), soon)
  expect(takenOver).toEqual([])
  expect(await findJobs(db, 'slow')).toMatchObject([{ attempts: 1 }])
})

test('when the process is killed, another one takes its job at once', async ({ db, folder, begin }) => {
  const logged = captureLog()
  begin()
  await queueJob(db, 'slow', { name: 'tough', ms: 1000 }, new Date())
  await vi.waitFor(() => expect(pidsIn(folder)).toHaveLength(1), soon)
  process.kill(pidsIn(folder)[0]!, 'SIGKILL')

  await vi.waitFor(
    () => expect(wordsIn(folder)).toEqual(['begins tough', 'begins tough', 'ends tough']),
    soon,
  )
  await vi.waitFor(async () => expect((await findJobs(db, 'slow'))[0]?.done_at).not.toBeNull(), soon)
  expect(await findJobs(db, 'slow')).toMatchObject([{ attempts: 2 }])
  expect(logged).toMatchObject([{ event: 'heavy-worker.died', signal: 'SIGKILL' }])
})

test('a process that hangs is killed when the lease of its job has expired', async ({
  db,
  folder,
  begin,
}) => {
  const logged = captureLog()
  begin()
  await queueJob(db, 'hang', { name: 'stuck' }, new Date())
  await vi.waitFor(() => expect(pidsIn(folder)).toHaveLength(1), soon)

  await vi.waitFor(() => expect(pidsIn(folder)).toHaveLength(2), soon)
  expect(isRunning(pidsIn(folder)[0]!)).toBe(false)
  await db.updateTable('job').set({ failed_at: 1 }).execute()
  expect(logged[0]).toMatchObject({ event: 'heavy-worker.died', signal: 'SIGKILL' })
})

test('stopping interrupts the job, which is free at once and has lost no try', async ({
  db,
  folder,
  begin,
}) => {
  const stop = begin()
  await queueJob(db, 'slow', { name: 'endless', ms: 600_000 }, new Date())
  await vi.waitFor(() => expect(wordsIn(folder)).toEqual(['begins endless']), soon)
  await stop()

  expect(isRunning(pidsIn(folder)[0]!)).toBe(false)
  expect(await findJobs(db, 'slow')).toMatchObject([{ attempts: 0, leased_by: null, done_at: null }])
})

test('the process ends with its parent, also when that is killed', async ({ db, address, folder }) => {
  const parent = runOther('heavy-parent', address, folder)
  await queueJob(db, 'slow', { name: 'orphan', ms: 600_000 }, new Date())
  await vi.waitFor(() => expect(pidsIn(folder)).toHaveLength(1), soon)
  parent.process.kill('SIGKILL')

  await vi.waitFor(() => expect(isRunning(pidsIn(folder)[0]!)).toBe(false), soon)
  expect(await findJobs(db, 'slow')).toMatchObject([{ attempts: 0, leased_by: null }])
  await parent.ended
})

test('a job that is to be queued once waits only once', async ({ db }) => {
  const now = new Date()
  await queueJobOnce(db, 'slow', {}, now)
  await queueJobOnce(db, 'slow', {}, now)
  expect(await findJobs(db, 'slow')).toHaveLength(1)

  await db.updateTable('job').set({ done_at: now.getTime() }).execute()
  await queueJobOnce(db, 'slow', {}, now)
  expect(await findJobs(db, 'slow')).toHaveLength(2)
})

/** Only whole lines: the file exists before its first line is written. */
function notesIn(folder: string): string[] {
  const path = join(folder, 'notes')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
}

function wordsIn(folder: string): string[] {
  return notesIn(folder).map((note) => note.replace(/^\d+ /, ''))
}

function pidsIn(folder: string): number[] {
  return [...new Set(notesIn(folder).map((note) => Number.parseInt(note, 10)))]
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function findJobs(db: Db, kind: string) {
  return db.selectFrom('job').selectAll().where('kind', '=', kind).orderBy('id').execute()
}
