import type { AcademyDate } from '#features/calendar/academy-dates.ts'
import type { JsonLd } from '#routes/site/frame/json-ld.ts'

/** Events for search engines. Calls and deadlines are no events, and samples must not be found by web search. */
export function eventList(origin: string, organizer: string, dates: AcademyDate[]): JsonLd {
  const events = dates.filter(({ kind, sample }) => !sample && !notEvents.has(kind))
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

function eventData(origin: string, organizer: string, date: AcademyDate): JsonLd {
  const { title, href, location, isOnline, isCancelled } = date
  const url = origin + href
  return {
    '@type': 'Event',
    name: title,
    url,
    ...timesOf(date),
    ...(isOnline
      ? { location: { '@type': 'VirtualLocation', url } }
      : location && { location: { '@type': 'Place', name: location, address: location } }),
    eventStatus: `https://schema.org/${isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    organizer: { '@type': 'Organization', name: organizer, url: `${origin}/` },
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
