import { monthsBefore } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { readSettings } from './queries.server.ts'

/** Cases that ended before this day have passed their retention time. */
export async function retainedSince(db: Db, now: Date): Promise<Date> {
  const { retentionMonths } = await readSettings(db)
  return monthsBefore(now, retentionMonths)
}
