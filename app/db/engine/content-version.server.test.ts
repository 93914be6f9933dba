import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { monday, sharedTest as test } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { raiseContentVersion, readContentVersion, watchContentVersion } from './content-version.server.ts'
import { openDatabase } from './engine.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from './transaction.server.ts'

const soon = { timeout: 2000, interval: 10 }
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

test('the watch reports the version it finds at the start', async ({ db, address }) => {
  const versions = watch(db, address)

  await vi.waitFor(() => expect(versions).toEqual([1]), soon)
})

test('a change by another connection is reported within two seconds', async ({ db, address }) => {
  const versions = watch(db, address)
  await vi.waitFor(() => expect(versions).toHaveLength(1), soon)

  await onSecondConnection(address, (second) => raiseContentVersion(second, monday))

  await vi.waitFor(() => expect(versions.at(-1)).toBe(2), soon)
})

test('a change by another process is reported within two seconds', async ({ db, address }) => {
  const versions = watch(db, address)
  await runOther('add', address, '3').ended

  await vi.waitFor(() => expect(versions.at(-1)).toBe(4), soon)
})

test('a change that is rolled back is never reported', async ({ db, address }) => {
  const versions = watch(db, address)
  const change = onSecondConnection(address, (second) =>
    inTransaction(second, async (second) => {
      await raiseContentVersion(second, monday)
      await sleep(600)
      throw new Error('no')
    }),
  )

  await expect(change).rejects.toThrow('no')
  await sleep(600)
  expect(versions).toEqual([1])
  expect(await readContentVersion(db)).toBe(1)
})

test('nothing is reported after the watch was stopped', async ({ db, address }) => {
  const versions: number[] = []
  const stop = watchContentVersion(db, address, (version) => versions.push(version))
  await vi.waitFor(() => expect(versions).toEqual([1]), soon)
  await stop()

  await raiseContentVersion(db, monday)
  await sleep(600)
  expect(versions).toEqual([1])
})

test.runIf(onPostgres)(
  'PostgreSQL notifies, so a change is reported immediately',
  async ({ db, address }) => {
    const versions = watch(db, address)
    await untilListening(db)
    const times: number[] = []
    for (let version = 2; version < 7; version++) {
      const started = performance.now()
      await raiseContentVersion(db, monday)
      await vi.waitFor(() => expect(versions.at(-1)).toBe(version), soon)
      times.push(performance.now() - started)
    }

    // Polling alone would take half a second on average.
    expect(Math.min(...times)).toBeLessThan(250)
  },
)

test.runIf(onPostgres)('a cut connection to PostgreSQL is noticed and replaced', async ({ db, address }) => {
  const versions = watch(db, address)
  const first = await untilListening(db)
  await sql`select pg_terminate_backend(${first})`.execute(db)
  await raiseContentVersion(db, monday)

  await vi.waitFor(() => expect(versions.at(-1)).toBe(2), soon)
  const second = await untilListening(db, first)
  await raiseContentVersion(db, monday)
  await vi.waitFor(() => expect(versions.at(-1)).toBe(3), soon)
  expect(second).not.toBe(first)
})

test.runIf(onPostgres)('the watch survives the loss of every connection', async ({ db, address }) => {
  const versions = watch(db, address)
  await untilListening(db)
  await onSecondConnection(address, (second) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      second,
    ),
  )
  await onSecondConnection(address, (second) => raiseContentVersion(second, monday))

  await vi.waitFor(() => expect(versions.at(-1)).toBe(2), soon)
})

function watch(db: Parameters<typeof watchContentVersion>[0], address: string): number[] {
  const versions: number[] = []
  onTestFinished(watchContentVersion(db, address, (version) => versions.push(version)))
  return versions
}

async function onSecondConnection<T>(address: string, work: (db: Db) => Promise<T>): Promise<T> {
  const second = openDatabase(address)
  try {
    return await work(second)
  } finally {
    await second.destroy()
  }
}

/** Waits for a listening connection other than the given one, and returns its process. */
function untilListening(db: Db, except = 0): Promise<number> {
  return vi.waitFor(
    async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and query = 'listen content_version' and pid <> ${except}`.execute(
        db,
      )
      expect(rows).toHaveLength(1)
      return rows[0]!.pid
    },
    { timeout: 6000, interval: 20 },
  )
}
