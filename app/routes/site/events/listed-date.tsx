import type { AcademyDate, DateKind } from '#features/calendar/academy-dates.ts'
import { Days, Moment } from '#ui/foundations/day.tsx'
import { Lines } from '#ui/text/lines.tsx'

const kindLabels: Partial<Record<DateKind, string>> = {
  conference: 'Conference',
  'memorial-lecture': 'Memorial lecture',
  workshop: 'Workshop',
  'online-lecture': 'Online lecture',
  'other-program': 'Program',
  deadline: 'Conference deadline',
}

/** A date as a line of the calendar. */
export function listedDate(date: AcademyDate) {
  const { id, kind, title, href, when, location, note, isCancelled, sample } = date
  return {
    id,
    title: isCancelled ? `Cancelled: ${title}` : title,
    href,
    margin:
      'startsAt' in when ? (
        <Moment at={new Date(when.startsAt)} />
      ) : (
        <Days from={when.startsOn} to={when.endsOn} />
      ),
    // The title of a call's date says what it is; its note, what the call is for.
    meta:
      kind in kindLabels
        ? [kindLabels[kind], location].filter(Boolean).join(' · ')
        : note && <Lines text={note} />,
    sample,
  }
}
