import type { AcademyDate } from '#features/calendar/academy-dates.ts'
import type { JsonLd } from '#routes/site/frame/json-ld.ts'

/**
 * Events for search engines, if there are any. Calls and deadlines are no events, and samples must not be found by web
 * search. An event has a place.
 */
export function eventList(origin: string, organizer: JsonLd, dates: AcademyDate[]): JsonLd | undefined {
  const events = dates.filter(
    ({ kind, sample, isOnline, location }) => !sample && !notEvents.has(kind) && (isOnline || location),
  )
  if (events.length === 0) return undefined
  return {
    '@type': 'ItemList',
    itemListElement: events.map((date, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: eventData(origin, organizer, date),
    })),
  }
}

const notEvents = new Set<AcademyDate['kind']>(['call-opens', 'call-closes', 'deadline'])

function eventData(origin: string, organizer: JsonLd, date: AcademyDate): JsonLd {
  const { title, href, location, isOnline, isCancelled } = date
  const url = origin + href
  return {
    '@type': 'Event',
    name: title,
    url,
    ...timesOf(date),
    ...(isOnline
      ? { location: { '@type': 'VirtualLocation', url } }
      : { location: { '@type': 'Place', name: location, address: location } }),
    eventStatus: `https://schema.org/${isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    organizer,
  }
}

function timesOf({ when }: AcademyDate) {
  if ('startsOn' in when) return { startDate: when.startsOn, endDate: when.endsOn ?? when.startsOn }
  const { startsAt, durationMinutes } = when
  return {
    startDate: new Date(startsAt).toISOString(),
    ...(durationMinutes !== undefined && {
      endDate: new Date(startsAt + durationMinutes * 60_000).toISOString(),
    }),
  }
}
