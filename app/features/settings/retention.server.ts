import type { Db } from '#db/schema/tables.ts'
import { readSettings } from './queries.server.ts'

/** Cases that ended before this day have passed their retention time. */
export async function retainedSince(db: Db, now: Date): Promise<Date> {
  const { retentionMonths } = await readSettings(db)
  return monthsBefore(now, retentionMonths)
}

/** On the 31st, a month before is the last day of a shorter month and never one day later. */
export function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now)
  day.setUTCDate(1)
  day.setUTCMonth(day.getUTCMonth() - months)
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  day.setUTCDate(Math.min(now.getUTCDate(), last))
  return day
}
