import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, vi } from 'vitest'
import { addOne } from '#test/makers/add-one.ts'
import { sharedTest, test } from '#test/harness/db.ts'
import { readContentVersion } from './content-version.server.ts'
import { openDatabase } from './engine.server.ts'
import { failureOf } from './failure.server.ts'
import { msToDeadline, deadlineMs, liftDeadline, waitFor, withDeadline } from './deadline.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from './transaction.server.ts'

/** A request is refused here because it waited, however slow the machine is; nothing is timed. */

const engine = process.env['TEST_ENGINE']
const away = { code: 'ETIMEDOUT' }
const never = () => new Promise<never>(() => undefined)

test('everything that a request may wait for leaves room within five seconds', async () => {
  expect(deadlineMs).toBeLessThanOrEqual(4000)
  expect(withDeadline(msToDeadline)).toBe(deadlineMs)
  expect(msToDeadline()).toBe(Infinity)
})

test('consecutive steps share one deadline', async () => {
  await withDeadline(async () => {
    const noLater = () => undefined
    await waitFor(() => sleep(100), noLater)
    const left = msToDeadline()
    await sleep(100)
    await waitFor(() => sleep(50), noLater)

    expect(left).toBeLessThanOrEqual(10_000 - 99)
    // Time without a query does not count.
    expect(left - msToDeadline()).toBeGreaterThanOrEqual(49)
  }, 10_000)
})

test('a late result is handed over, and a query after that is refused immediately', async () => {
  const late: unknown[] = []
  await withDeadline(async () => {
    await expect(waitFor(never, (answer) => late.push(answer))).rejects.toMatchObject(away)
    await expect(waitFor(async () => 1, never)).rejects.toMatchObject(away)
    expect(late).toHaveLength(1)
  }, 50)
})

test('long work takes its time', async ({ db }) => {
  await withDeadline(async () => {
    await expect(waitFor(never, never)).rejects.toMatchObject(away)
    liftDeadline()

    expect(await readContentVersion(db)).toBe(1)
  }, 20)
})

sharedTest(
  'a request that waits for a lock gets an error in time, nothing is written, and the next one succeeds',
  async ({ db, address }) => {
    const other = openDatabase(address)
    const release = await holdLock(other)
    const refused = await withDeadline(() => inTransaction(db, addOne), 300).catch((error: unknown) => error)
    const single = await withDeadline(() => writeAlone(db), 300).catch((error: unknown) => error)
    if (engine === 'postgres') await nobodyWaits(other)
    await release()

    expect([failureOf(refused), failureOf(single)]).toEqual(['away', 'away'])
    await withDeadline(() => inTransaction(db, addOne))
    expect(await readContentVersion(db)).toBe(2)
    await other.destroy()
  },
)

sharedTest('while a request waits for a lock the process does other things', async ({ db, address }) => {
  const other = openDatabase(address)
  const release = await holdLock(other)
  let rounds = 0
  const timer = setInterval(() => rounds++, 5)
  await withDeadline(() => writeAlone(db), 500).catch(() => undefined)
  clearInterval(timer)
  await release()
  await other.destroy()

  // A single wait that blocks the process would leave room for one turn at its end.
  expect(rounds).toBeGreaterThan(3)
})

describe.runIf(engine === 'postgres')('on PostgreSQL', () => {
  test('with every connection taken a request gets an error in time, and the next one succeeds', async ({
    db,
  }) => {
    const end = Promise.withResolvers<void>()
    const held = Array.from({ length: 10 }, () => db.connection().execute(() => end.promise))
    const refused = withDeadline(() => readContentVersion(db), 200)

    await expect(refused).rejects.toMatchObject(away)
    end.resolve()
    await Promise.all(held)
    expect(await withDeadline(() => readContentVersion(db))).toBe(1)
  })

  test('a request whose work is already stored may wait longer for its answer', async ({ db }) => {
    const end = Promise.withResolvers<void>()
    const words = await withDeadline(async () => {
      await inTransaction(db, addOne)
      const held = Array.from({ length: 10 }, () => db.connection().execute(() => end.promise))
      setTimeout(end.resolve, deadlineMs + 500)
      const words = await readContentVersion(db)
      await Promise.all(held)
      return words
    })

    expect(words).toBe(2)
  })

  test('a slow answer is abandoned, its transaction is rolled back, and its connection is closed', async ({
    db,
  }) => {
    const work = withDeadline(
      () =>
        inTransaction(db, async (db) => {
          await addOne(db)
          await sql`select pg_sleep(60)`.execute(db)
        }),
      500,
    )

    await expect(work).rejects.toMatchObject(away)
    expect(await readContentVersion(db)).toBe(1)
  })

  test('a write that reached a read-only server is repeated on a new connection', async ({ db }) => {
    const lines = new Set<number>()
    const done = await inTransaction(db, async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      lines.add(rows[0]!.pid)
      if (lines.size === 1) await sql`set transaction read only`.execute(db)
      await addOne(db)
      return 'done'
    })

    expect({ done, lines: lines.size, version: await readContentVersion(db) }).toEqual({
      done: 'done',
      lines: 2,
      version: 2,
    })
  })
})

/** One statement, outside any transaction. */
function writeAlone(db: Db) {
  return db.updateTable('content_version').set({ version: 9 }).execute()
}

/** Takes the lock that every writer needs, until the returned function is called. */
async function holdLock(other: ReturnType<typeof openDatabase>) {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = inTransaction(other, async (db: Db) => {
    await addOne(db)
    held.resolve()
    await end.promise
    throw new Error('Leave nothing behind.')
  }).catch(() => undefined)
  await held.promise
  return async () => {
    end.resolve()
    await holding
  }
}

/** PostgreSQL has received the cancellation. */
async function nobodyWaits(other: Db) {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(other)
    expect(rows[0]?.waiting).toBe(0)
  }, 10_000)
}
