import { numberOf, venueOf } from '#features/content/kinds/conference.ts'
import { dateInWords, locationLine } from '#features/content/kinds/event-lines.ts'
import type { Entry } from '#features/content/reading/queries.server.ts'
import { Days } from '#ui/foundations/day.tsx'
import { EntryList } from '#ui/list/entry-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { ActivityTime } from './activity-time.tsx'

/** A conference as a line of a list. */
export function listedConference({ slug, sample, data }: Entry<'conference'>) {
  return {
    id: slug,
    title: data.title,
    href: `/conferences/${slug}`,
    margin: data.startsOn ? <Days from={data.startsOn} to={data.endsOn} /> : dateInWords(data),
    meta: [data.cancelled && 'Cancelled', numberOf(data), venueOf(data)].filter(Boolean).join(' · '),
    sample,
    ...(data.theme && { children: <p>{data.theme}</p> }),
  }
}

export function listedActivity({ slug, sample, data }: Entry<'activity'>) {
  return {
    id: slug,
    title: data.title,
    href: `/activities/${slug}`,
    margin: <ActivityTime activity={data} />,
    meta: [
      data.cancelled && 'Cancelled',
      data.speaker?.name,
      data.speaker?.affiliation,
      data.series,
      locationLine(data),
    ]
      .filter(Boolean)
      .join(' · '),
    sample,
  }
}

export function UpcomingConferences({ upcoming }: { upcoming: Entry<'conference'>[] }) {
  if (upcoming.length > 0) return <EntryList entries={upcoming.map(listedConference)} />
  return (
    <Notice>
      <p>
        No conference is planned at the moment. Follow the{' '}
        <a href="/conferences/feed.atom">conferences feed</a> or subscribe to the{' '}
        <a href="/calendar">calendar</a> for announcements.
      </p>
    </Notice>
  )
}

/** The part below the coming events of a section. */
export function MoreDates() {
  return (
    <p>
      <a href="/calendar">Calendar with all dates and deadlines</a>
    </p>
  )
}

/** Above the facts of an event that does not take place. */
export function CancelledNotice({ what }: { what: 'conference' | 'event' }) {
  return (
    <Notice title="Cancelled">
      <p>This {what} will not take place.</p>
    </Notice>
  )
}

export function NoActivities() {
  return (
    <Notice>
      <p>
        Nothing is planned at the moment. Follow the <a href="/activities/feed.atom">activities feed</a> or
        subscribe to the <a href="/calendar">calendar</a> for announcements.
      </p>
    </Notice>
  )
}
