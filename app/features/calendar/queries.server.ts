import type { Db } from '#db/schema/tables.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { listLatest } from '#features/content/reading/queries.server.ts'
import { academyDatesOf, type AcademyDate } from './academy-dates.ts'

/** Every published date, the earliest first. */
export async function listAcademyDates(db: Db, now: Date): Promise<AcademyDate[]> {
  const { open, coming, closed, past } = await listCalls(db, now)
  return academyDatesOf(
    {
      conferences: await listLatest(db, 'conference'),
      activities: await listLatest(db, 'activity'),
      calls: [...open, ...coming, ...closed, ...past],
    },
    now.getTime(),
  )
}
