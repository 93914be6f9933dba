import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#db/schema/tables.ts'
import { addOne } from '#test/makers/add-one.ts'
import { sharedTest, test } from '#test/harness/db.ts'
import { runOther } from '#test/harness/processes.ts'
import { readContentVersion } from './content-version.server.ts'
import { openDatabase } from './engine.server.ts'
import { inTransaction, rehearse, tryPart } from './transaction.server.ts'

test('a transaction returns the result of its work', async ({ db }) => {
  expect(await inTransaction(db, async (db) => (await readContentVersion(db)) + 41)).toBe(42)
})

test('work that throws leaves nothing behind, and the error comes out unchanged', async ({ db }) => {
  const failure = new Error('half way')
  const work = inTransaction(db, async (db) => {
    await addOne(db)
    throw failure
  })

  await expect(work).rejects.toBe(failure)
  expect(await readContentVersion(db)).toBe(1)
})

test('a transaction inside another joins it and is rolled back with it', async ({ db }) => {
  const work = inTransaction(db, async (outer) => {
    await inTransaction(outer, async (inner) => {
      expect(inner).toBe(outer)
      await addOne(inner)
    })
    throw new Error('after the inner one ended well')
  })

  await expect(work).rejects.toThrow('ended well')
  expect(await readContentVersion(db)).toBe(1)
})

test('a rehearsal returns its result and changes nothing, also inside a transaction', async ({ db }) => {
  const tryOne = (db: Db) =>
    rehearse(db, async (db) => {
      await addOne(db)
      return readContentVersion(db)
    })
  expect([await tryOne(db), await readContentVersion(db)]).toEqual([2, 1])
  await inTransaction(db, async (db) => {
    await addOne(db)
    expect(await tryOne(db)).toBe(3)
  })

  expect(await readContentVersion(db)).toBe(2)
})

test('a refused part of a transaction is taken back, and the other parts stay', async ({ db }) => {
  await inTransaction(db, async (db) => {
    for (const ok of [true, false, true])
      await tryPart(db, async () => {
        await addOne(db)
        // Refused by the database itself, which lets PostgreSQL do nothing more in this part.
        if (!ok) await sql`insert into missing values (1)`.execute(db).catch(() => undefined)
        return { ok }
      })
  })

  expect(await readContentVersion(db)).toBe(3)
})

test('transactions of one process take turns', async ({ db }) => {
  await Promise.all(Array.from({ length: 20 }, () => addOne(db)))

  expect(await readContentVersion(db)).toBe(21)
})

sharedTest.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a connection that is cut between two queries of a transaction fails the next query and not the process',
  async ({ db, address }) => {
    const other = openDatabase(address)
    const work = inTransaction(db, async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other)
      // Long enough for the message to arrive between two queries.
      await sleep(200)
      await addOne(db)
    })

    await expect(work).rejects.toThrow()
    expect(await readContentVersion(db)).toBe(1)
    await other.destroy()
  },
)

sharedTest.runIf(process.env['TEST_ENGINE'] === 'sqlite')(
  'on a full disk a transaction fails with that reason, leaves nothing behind, and the next one works',
  async ({ db }) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(db)
    const work = inTransaction(db, async (db) => {
      await addOne(db)
      await sql`create table large as select randomblob(1000000) as bytes`.execute(db)
    })

    await expect(work).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    await sql`pragma max_page_count = 1000000`.execute(db)
    await inTransaction(db, addOne)
    expect(await readContentVersion(db)).toBe(2)
  },
)

test('the database is usable after a transaction that failed', async ({ db }) => {
  await expect(
    inTransaction(db, (db) =>
      db
        .insertInto('setting')
        .values({} as never)
        .execute(),
    ),
  ).rejects.toThrow()

  await addOne(db)
  expect(await readContentVersion(db)).toBe(2)
})

sharedTest('two connections lose none of each other’s writes', async ({ db, address }) => {
  const second = openDatabase(address)
  for (let time = 0; time < 20; time++) await Promise.all([addOne(db), addOne(second)])
  await second.destroy()

  expect(await readContentVersion(db)).toBe(41)
})

sharedTest(
  'two processes writing in parallel lose nothing and are never refused',
  async ({ db, address }) => {
    const other = runOther('add', address, '200')
    await other.line(/started/)
    for (let time = 0; time < 200; time++) await addOne(db)
    const { code, errors } = await other.ended

    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(await readContentVersion(db)).toBe(401)
  },
)
