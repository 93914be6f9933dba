import type { RouterContextProvider } from 'react-router'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import { calendarText, eventTimeOf } from '#features/content/kinds/calendar.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { given } from '#routes/request/begin.server.ts'
import { findMoved } from '#routes/request/moved.server.ts'
import { attachment, notThere, textAnswer } from '#routes/endpoints/answers.ts'
import { markedTitle, locationLine, subjectLine } from './event-lines.ts'

export async function answerCalendar(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  kind: 'conference' | 'activity',
  entry: Entry<'conference' | 'activity'> | undefined,
): Promise<Response> {
  const { db, config } = given({ context })
  const when = entry && eventTimeOf(entry.data)
  if (!when)
    return (await findMoved(context, request)) ?? notThere('There is no calendar file at this address.')
  const { societyName } = await readSettings(db)
  const event = {
    id: entry.id,
    changedAt: entry.updatedAt,
    title: markedTitle(entry),
    url: config.origin + entryAddress(kind, entry.slug),
    when,
    location: locationLine(entry.data),
    note: subjectLine(entry.data),
  }
  return textAnswer(calendarText(event, societyName), 'text/calendar', {
    'content-disposition': attachment(`${entry.slug}.ics`),
  })
}
