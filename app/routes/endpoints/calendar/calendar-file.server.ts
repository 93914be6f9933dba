import type { RouterContextProvider } from 'react-router'
import { officeDay } from '#office-time.ts'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import { isActivityToCome } from '#features/content/kinds/activity.ts'
import { calendarText, eventTimeOf } from '#features/content/kinds/calendar.ts'
import { isToCome } from '#features/content/kinds/conference.ts'
import { locationLine, noteLines } from '#features/content/kinds/event-lines.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { findMoved } from '#routes/request/moved.server.ts'
import { attachment, notThere, textAnswer } from '#routes/endpoints/answers.ts'

export async function answerCalendar(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  kind: 'conference' | 'activity',
  entry: Entry<'conference' | 'activity'> | undefined,
): Promise<Response> {
  const { db, config, now } = given({ context })
  const when = entry && eventTimeOf(entry.data)
  if (!when)
    return (await findMoved(context, request)) ?? notThere('There is no calendar file at this address.')
  const { societyName } = await readSettings(db)
  const event = {
    id: entry.id,
    changedAt: entry.updatedAt,
    title: markedTitle(entry.data.title, entry.sample),
    url: config.origin + entryAddress(kind, entry.slug),
    when,
    location: locationLine(entry.data),
    note: noteLines(entry.data, isAhead(entry.data, now)),
    isCancelled: entry.data.cancelled ?? false,
  }
  return textAnswer(calendarText(event, societyName), 'text/calendar', {
    'content-disposition': attachment(`${entry.slug}.ics`),
  })
}

function isAhead(data: Entry<'conference' | 'activity'>['data'], now: Date): boolean {
  return 'activity' in data
    ? isActivityToCome(data, now.getTime(), officeDay(now))
    : isToCome(data, officeDay(now))
}
