import { sql } from 'kysely'
import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'

/** The next reference of a series, such as FN-2026-0001. The row decides, so no two cases get the same one. */
export async function nextReference(db: Db, series: string, now: Date): Promise<string> {
  const year = Number(officeDay(now).slice(0, 4))
  const { last } = await db
    .insertInto('reference_counter')
    .values({ series, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({ last: sql`reference_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${series}-${year}-${String(last).padStart(4, '0')}`
}

/** Continues a yearly series after a number that was assigned elsewhere. */
export async function skipReferences(db: Db, series: string, year: number, last: number): Promise<void> {
  await db
    .insertInto('reference_counter')
    .values({ series, year, last })
    .onConflict((conflict) => conflict.columns(['series', 'year']).doUpdateSet({ last }))
    .execute()
}
