import { dayMs } from '#office-time.ts'
import { isOver } from '#features/calendar/academy-dates.ts'
import { listAcademyDates } from '#features/calendar/queries.server.ts'
import { subscriptionText } from '#features/content/kinds/calendar.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { textAnswer } from '#routes/endpoints/answers.ts'
import type { Route } from './+types/academy-calendar.ts'

/** So that what was in a calendar last term does not vanish from it, and the file does not grow for ever. */
const pastDays = 366

/** All dates of the Academy, for programs that subscribe to them. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config, now } = begin(args, 'routes/endpoints/calendar/academy-calendar')
  const { societyName } = await readSettings(db)
  const dates = await listAcademyDates(db, now)
  const events = dates
    .filter((date) => !isOver(date, now.getTime() - pastDays * dayMs))
    .map((date) => ({
      ...date,
      title: markedTitle(date.title, date.sample),
      url: config.origin + date.href,
    }))
  return textAnswer(subscriptionText(events, societyName, societyName), 'text/calendar')
}
