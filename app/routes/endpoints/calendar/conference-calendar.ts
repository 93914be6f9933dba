import { findEntry } from '#features/content/reading/queries.server.ts'
import { dbContext } from '#server/http/context.server.ts'
import { answerCalendar } from './calendar-file.server.ts'
import type { Route } from './+types/conference-calendar.ts'

export async function loader(args: Route.LoaderArgs) {
  const entry = await findEntry(args.context.get(dbContext), 'conference', args.params.slug)
  return answerCalendar(args, 'conference', entry)
}
