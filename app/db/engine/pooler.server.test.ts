import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { hasPooler, startPooler } from '#test/faults/pooler.ts'
import { sharedTest as test } from '#test/harness/db.ts'
import { isPostgresUrl, openDatabase } from './engine.server.ts'
import { inTransaction } from './transaction.server.ts'

/** pgbouncer in transaction mode refuses time limits in the first message of a connection. */
test.runIf(process.env['TEST_ENGINE'] === 'postgres' && hasPooler)(
  'behind a pooler the site works, and its transactions have their time limits',
  async ({ address }) => {
    expect(isPostgresUrl(address)).toBe(true)
    const pooler = await startPooler(address)
    onTestFinished(pooler.stop)
    const db = openDatabase(pooler.addressOf(address), undefined, true)
    onTestFinished(() => db.destroy())
    const limits = async (on: typeof db) =>
      (
        await sql<{ statement: string; lock: string }>`
          select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock
        `.execute(on)
      ).rows[0]

    const all = await Promise.all(
      Array.from({ length: 12 }, () => inTransaction(db, (db) => limits(db as never))),
    )
    expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ statement: '15s', lock: '3500ms' })]),
    )
    // They end with their transaction, so that others who share the pooler have none.
    expect(await limits(db)).toEqual({ statement: '0', lock: '0' })
  },
)
