import { venueOf } from './conference.ts'
import type { Data } from './kinds.ts'

/** When and where an event takes place and what it is about, in a line each. */

type EventData = Data<'conference'> | Data<'activity'>

const monthOrSeason =
  /\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|[Ss]pring|[Ss]ummer|[Aa]utumn|[Ww]inter)/

/** When it was, if the days are unknown. A day or month is never shown without its year. */
export function dateInWords({
  dateNote,
  year,
}: {
  dateNote?: string | undefined
  year?: number | undefined
}) {
  if (dateNote === undefined) return year === undefined ? undefined : String(year)
  const needsYear = year !== undefined && monthOrSeason.test(dateNote) && !/\b\d{4}\b/.test(dateNote)
  return needsYear ? `${dateNote} ${year}` : dateNote
}

export function locationLine(data: EventData): string {
  const parts = 'scope' in data ? [data.department, venueOf(data)] : [data.venue, data.host, data.platform]
  return [...new Set(parts.filter(Boolean))].join(', ')
}

/** What it is about, in one line. */
export function subjectLine(data: EventData): string {
  if ('scope' in data) return data.theme ?? ''
  const { speaker } = data
  return speaker ? [speaker.name, speaker.affiliation].filter(Boolean).join(', ') : (data.series ?? '')
}

/** The subject, and before the event also where to join it, unless it is cancelled. */
export function noteLines(data: EventData, isToCome: boolean): string {
  const join = 'joinUrl' in data && isToCome && !data.cancelled ? data.joinUrl : undefined
  return [subjectLine(data), join && `Join: ${join}`].filter(Boolean).join('\n')
}
