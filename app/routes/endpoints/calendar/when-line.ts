import { officeTimeInWords } from '#office-time.ts'
import { eventTimeOf } from '#features/content/kinds/calendar.ts'
import { dateInWords } from '#features/content/kinds/event-lines.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { formatDays } from '#ui/foundations/dates.ts'

type EventData = Data<'conference'> | Data<'activity'>

/** When it takes place, as far as known: `13 to 15 April 2018`, `20 November 2026, 18:00 IST`, `1997`. */
export function whenLine(data: EventData): string {
  const time = eventTimeOf(data)
  if (!time) return dateInWords(data) ?? ''
  if ('startsOn' in time) return formatDays(time.startsOn, time.endsOn)
  return officeTimeInWords(time.startsAt)
}
