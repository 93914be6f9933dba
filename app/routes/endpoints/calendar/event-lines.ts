import { officeZone } from '#office-time.ts'
import { eventTimeOf } from '#features/content/kinds/calendar.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { formatDays, formatMoment } from '#ui/foundations/dates.ts'

type EventData = Data<'conference'> | Data<'activity'>

/** When it takes place, as far as known: `13 to 15 April 2018`, `20 November 2026, 18:00 IST`, `1997`. */
export function whenLine(data: EventData): string {
  const time = eventTimeOf(data)
  if (!time) return data.dateNote ?? String(data.year ?? '')
  if ('startsOn' in time) return formatDays(time.startsOn, time.endsOn)
  return `${formatMoment(new Date(time.startsAt), officeZone)} IST`
}

export function locationLine(data: EventData): string {
  const parts =
    'scope' in data
      ? [data.department, data.host, data.city, data.state, data.country]
      : [data.venue, data.host]
  const known = parts.filter((part) => part !== undefined)
  if ('platform' in data && data.platform) known.push(data.platform)
  return [...new Set(known)].join(', ')
}

/** What it is about, in one line. */
export function subjectLine(data: EventData): string {
  if ('scope' in data) return data.theme ?? ''
  const { speaker } = data
  return speaker ? [speaker.name, speaker.affiliation].filter(Boolean).join(', ') : (data.series ?? '')
}

/** Sample entries never leave the site unmarked. */
export function markedTitle({ sample, data }: { sample: boolean; data: { title: string } }): string {
  return sample && !/^sample\b/i.test(data.title) ? `Sample: ${data.title}` : data.title
}
