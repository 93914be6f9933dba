import { dayMs, officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { VisitCounts } from '#server/observe/visit-counts.ts'
import { minShown } from './periods.ts'

const sumsLastDays = 760
const rareWordsLastDays = 30
const rowsAtOnce = 500

/** Adds what this process has counted to the sums of the day. Several processes add to the same rows. */
export async function saveVisits(db: Db, counts: VisitCounts, now: Date): Promise<void> {
  const taken = counts.take()
  if (taken.length === 0) return
  const day = officeDay(now)
  // In one order, so that two processes do not wait for each other.
  const rows = taken
    .map(({ kind, name, count }) => ({ day, kind, name, amount: count }))
    .toSorted((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1))
  try {
    await inTransaction(db, async (db) => {
      for (let start = 0; start < rows.length; start += rowsAtOnce)
        await addRows(db, rows.slice(start, start + rowsAtOnce))
    })
  } catch (error) {
    counts.putBack(taken)
    throw error
  }
}

interface SumRow {
  day: string
  kind: 'page' | 'search' | 'download' | 'referrer'
  name: string
  amount: number
}

async function addRows(db: Db, rows: SumRow[]) {
  await db
    .insertInto('daily_sum')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'kind', 'name'])
        .doUpdateSet((eb) => ({ amount: eb('daily_sum.amount', '+', eb.ref('excluded.amount')) })),
    )
    .execute()
}

/** Removes sums of more than two years ago, and words that hardly anyone searched for within a month. */
export async function clearOldVisits(db: Db, now: Date): Promise<void> {
  const before = (days: number) => officeDay(now.getTime() - days * dayMs)
  await db.deleteFrom('daily_sum').where('day', '<', before(sumsLastDays)).execute()
  const rare = db
    .selectFrom('daily_sum')
    .select('name')
    .where('kind', '=', 'search')
    .groupBy('name')
    .having((eb) => eb(eb.fn.sum<number>('amount'), '<', minShown))
  await db
    .deleteFrom('daily_sum')
    .where('kind', '=', 'search')
    .where('day', '<', before(rareWordsLastDays))
    .where('name', 'in', rare)
    .execute()
}
