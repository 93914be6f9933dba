import { officeDay, officeDayEnd, officeDayStart } from '#office-time.ts'
import type { CallNow } from '#features/calls/call.ts'
import { linesOf } from '#features/calls/call-lines.ts'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import { endOfActivity, type ActivityKind } from '#features/content/kinds/activity.ts'
import { eventTimeOf, type EventTime } from '#features/content/kinds/calendar.ts'
import { locationLine, noteLines } from '#features/content/kinds/event-lines.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'

/** All dates of the Academy in one list: what takes place, which calls open and close, and deadlines. */

export type DateKind = 'conference' | ActivityKind | 'call-opens' | 'call-closes' | 'deadline'

export interface AcademyDate {
  /** The same as long as the event exists, whatever else changes. */
  id: string
  kind: DateKind
  title: string
  href: string
  when: EventTime
  location: string
  note: string
  isOnline: boolean
  isCancelled: boolean
  sample: boolean
  changedAt: number
}

export interface AcademyEntries {
  conferences: Entry<'conference'>[]
  activities: Entry<'activity'>[]
  calls: CallNow[]
}

/** The earliest first. */
export function academyDatesOf(
  { conferences, activities, calls }: AcademyEntries,
  now: number,
): AcademyDate[] {
  return [
    ...conferences.flatMap((entry) => [...eventOf('conference', entry, now), ...deadlinesOf(entry)]),
    ...activities.flatMap((entry) => eventOf('activity', entry, now)),
    ...calls.flatMap(callDatesOf),
  ].toSorted((a, b) => startOf(a) - startOf(b) || (a.title < b.title ? -1 : 1))
}

export function isOver(date: AcademyDate, now: number): boolean {
  return endOf(date) < now
}

/** The calendar day on which it starts, in the office's time. */
export function dayOf({ when }: AcademyDate): string {
  return 'startsAt' in when ? officeDay(when.startsAt) : when.startsOn
}

export interface MonthOfDates {
  /** `2026-11` */
  month: string
  dates: AcademyDate[]
}

/** In the given order. */
export function byMonth(dates: AcademyDate[]): MonthOfDates[] {
  const months = Map.groupBy(dates, (date) => dayOf(date).slice(0, 7))
  return [...months].map(([month, dates]) => ({ month, dates }))
}

function eventOf(
  kind: 'conference' | 'activity',
  { id, slug, sample, updatedAt, data }: Entry<'conference'> | Entry<'activity'>,
  now: number,
): AcademyDate[] {
  const when = eventTimeOf(data)
  if (!when) return []
  const date: AcademyDate = {
    id,
    kind: 'activity' in data ? data.activity : 'conference',
    title: data.title,
    href: entryAddress(kind, slug) ?? '/',
    when,
    location: locationLine(data),
    note: '',
    isOnline: 'mode' in data ? data.mode === 'online' : locationLine(data) === '',
    isCancelled: data.cancelled ?? false,
    sample,
    changedAt: updatedAt,
  }
  return [{ ...date, note: noteLines(data, !isOver(date, now)) }]
}

function deadlinesOf({ id, slug, sample, updatedAt, data }: Entry<'conference'>): AcademyDate[] {
  const dates = data.importantDates ?? []
  return dates.map(({ label, on }, index) => {
    // Two dates may have the same name, such as an early and a late fee.
    const before = dates.slice(0, index).filter((date) => date.label === label).length
    return {
      id: [id, keyOf(label), ...(before > 0 ? [before + 1] : [])].join('-'),
      kind: 'deadline',
      title: `${label}: ${data.title}`,
      href: `${entryAddress('conference', slug)}#important-dates`,
      when: { startsOn: on },
      location: '',
      note: '',
      isOnline: false,
      isCancelled: data.cancelled ?? false,
      sample,
      changedAt: updatedAt,
    }
  })
}

function callDatesOf(call: CallNow): AcademyDate[] {
  const { opensAt, closesAt } = call
  return [
    ...(opensAt === undefined ? [] : [callDate(call, 'call-opens', opensAt)]),
    ...(closesAt === undefined ? [] : [callDate(call, 'call-closes', closesAt)]),
  ]
}

function callDate(call: CallNow, kind: 'call-opens' | 'call-closes', startsAt: number): AcademyDate {
  const { id, title, href, summary, sample, changedAt } = call
  return {
    id: `${id}-${kind === 'call-opens' ? 'opens' : 'closes'}`,
    kind,
    title: `${kind === 'call-opens' ? 'Call opens' : 'Call closes'}: ${title}`,
    href,
    when: { startsAt },
    location: '',
    note: [summary, ...linesOf(call)].filter(Boolean).join('\n'),
    isOnline: false,
    isCancelled: false,
    sample,
    changedAt: changedAt ?? startsAt,
  }
}

function keyOf(label: string): string {
  return label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function startOf({ when }: AcademyDate): number {
  return 'startsAt' in when ? when.startsAt : officeDayStart(when.startsOn)
}

function endOf({ kind, when }: AcademyDate): number {
  if ('startsOn' in when) {
    const { startsOn, endsOn = startsOn } = when
    return officeDayEnd(endsOn > startsOn ? endsOn : startsOn)
  }
  if (kind === 'call-opens' || kind === 'call-closes') return when.startsAt
  return endOfActivity(when.startsAt, when.durationMinutes)
}
