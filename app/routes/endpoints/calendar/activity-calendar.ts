import { findEntry } from '#features/content/reading/queries.server.ts'
import { dbContext } from '#server/http/context.server.ts'
import { answerCalendar } from './calendar-file.server.ts'
import type { Route } from './+types/activity-calendar.ts'

export async function loader(args: Route.LoaderArgs) {
  const entry = await findEntry(args.context.get(dbContext), 'activity', args.params.slug)
  return answerCalendar(args, 'activity', entry)
}
