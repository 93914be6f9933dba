import { officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { listLatest, type Entry } from './queries.server.ts'

/** The next or current conference that takes place; if none is announced, the latest past one. */
export async function findNextConference(db: Db, now: Date) {
  const conferences = (await listLatest(db, 'conference')).filter(({ data }) => !data.cancelled)
  const today = officeDay(now.getTime())
  const next = conferences.filter(({ data }) => lastDay(data) >= today).toSorted(bySoonest)[0]
  const shown = next ?? conferences[0]
  return shown && { conference: shown, isAhead: next !== undefined }
}

type Conference = Entry<'conference'>['data']

function bySoonest(a: Entry<'conference'>, b: Entry<'conference'>) {
  return firstDay(a.data) < firstDay(b.data) ? -1 : 1
}

function firstDay({ startsOn, year }: Conference) {
  return startsOn ?? `${year}-01-01`
}

/** A conference of this year without known days may be over, so it does not count as upcoming. */
function lastDay({ startsOn, endsOn, year }: Conference) {
  return endsOn ?? startsOn ?? `${year}-01-01`
}
