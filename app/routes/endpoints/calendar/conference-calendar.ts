import { findEntry } from '#features/content/reading/queries.server.ts'
import { answerCalendar } from './calendar-file.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import type { Route } from './+types/conference-calendar.ts'

export async function loader(args: Route.LoaderArgs) {
  const { db } = begin(args, 'routes/endpoints/calendar/conference-calendar')
  const entry = await findEntry(db, 'conference', args.params.slug)
  return answerCalendar(args, 'conference', entry)
}
