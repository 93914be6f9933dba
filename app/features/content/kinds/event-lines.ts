import { venueOf } from './conference.ts'
import type { Data } from './kinds.ts'

/** Where an event takes place and what it is about, for feeds and calendars. */

type EventData = Data<'conference'> | Data<'activity'>

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

/** The subject, and before the event also where to join it. */
export function noteLines(data: EventData, isToCome: boolean): string {
  const join = 'joinUrl' in data && isToCome ? data.joinUrl : undefined
  return [subjectLine(data), join && `Join: ${join}`].filter(Boolean).join('\n')
}
