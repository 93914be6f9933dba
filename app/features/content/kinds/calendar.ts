import { dayMs, officeOffset, officeZone } from '#office-time.ts'
import type { Data } from './kinds.ts'

/** iCalendar text according to RFC 5545: one event that a visitor adds to a calendar, or a calendar to subscribe to. */

export interface CalendarEvent {
  /** It never changes, so that a calendar that downloads the file again updates its event. */
  id: string
  changedAt: number
  title: string
  url: string
  when: EventTime
  location?: string
  note?: string
  isCancelled?: boolean
}

/** Whole days, the last one included, or a moment in UTC. */
export type EventTime =
  | { startsOn: string; endsOn?: string | undefined }
  | { startsAt: number; durationMinutes?: number | undefined }

/** When an entry takes place, if the day is known. */
export function eventTimeOf(data: Data<'conference'> | Data<'activity'>): EventTime | undefined {
  if ('startsAt' in data && data.startsAt !== undefined)
    return { startsAt: data.startsAt, durationMinutes: data.durationMinutes }
  return data.startsOn === undefined ? undefined : { startsOn: data.startsOn, endsOn: data.endsOn }
}

export function calendarText(event: CalendarEvent, producer: string): string {
  return fileOf(producer, eventLines(event))
}

/** A calendar that programs read again and again: with its name, and how often to look for changes. */
export function subscriptionText(events: CalendarEvent[], producer: string, name: string): string {
  return fileOf(producer, [
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    // A calendar without any component is not valid, so that an empty one has this.
    ...zoneLines,
    ...events.flatMap(eventLines),
  ])
}

const zoneLines = [
  'BEGIN:VTIMEZONE',
  `TZID:${officeZone}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  `TZOFFSETFROM:${officeOffset}`,
  `TZOFFSETTO:${officeOffset}`,
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function fileOf(producer: string, content: string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(producer)}//Website//EN`,
    'CALSCALE:GREGORIAN',
    ...content,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${text(event.id)}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    ...timeLines(event.when),
    ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
    `SUMMARY:${text(event.title)}`,
    ...(event.location ? [`LOCATION:${text(event.location)}`] : []),
    ...(event.note ? [`DESCRIPTION:${text(event.note)}`] : []),
    `URL:${event.url}`,
    'END:VEVENT',
  ]
}

function timeLines(when: EventTime): string[] {
  if ('startsAt' in when) {
    const { startsAt, durationMinutes } = when
    // Without a known length the event is a point in time: we do not invent an end.
    const end = durationMinutes === undefined ? [] : [`DTEND:${utc(startsAt + durationMinutes * 60_000)}`]
    return [`DTSTART:${utc(startsAt)}`, ...end]
  }
  const last = when.endsOn !== undefined && when.endsOn > when.startsOn ? when.endsOn : when.startsOn
  return [
    `DTSTART;VALUE=DATE:${digits(when.startsOn)}`,
    // The end of whole days is the first day after the event.
    `DTEND;VALUE=DATE:${digits(dayAfter(last))}`,
    // A conference of several days should not mark its visitors as busy all day.
    'TRANSP:TRANSPARENT',
  ]
}

function utc(moment: number): string {
  return `${digits(new Date(moment).toISOString().slice(0, 19)).replaceAll(':', '')}Z`
}

function digits(day: string): string {
  return day.replaceAll('-', '')
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

function text(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const maxOctets = 75

/** A line has at most 75 octets and is never split inside a character. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
