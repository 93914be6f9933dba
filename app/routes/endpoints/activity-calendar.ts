import { findEntry } from '#features/content/queries.server.ts'
import { dbContext } from '#server/context.server.ts'
import { answerCalendar } from './calendar-file.server.ts'
import type { Route } from './+types/activity-calendar.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const entry = await findEntry(context.get(dbContext), 'activity', params.slug)
  return answerCalendar(context, 'activity', entry)
}
