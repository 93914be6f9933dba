import { officeTimeInWords } from '#office-time.ts'
import { formatDay, formatDays } from './dates.ts'

/** `4 December 1994`, machine-readable. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{formatDay(date)}</time>
}

/** `13 to 15 April 2018`. The element has the first day, because HTML has no markup for a span of days. */
export function Days({ from, to }: { from: string; to?: string | undefined }) {
  return <time dateTime={from}>{formatDays(from, to)}</time>
}

/** A moment in Indian Standard Time; the page script adds the visitor's own time if it differs. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} data-moment>
      {officeTimeInWords(at).replace(' IST', '\u00a0IST')}
    </time>
  )
}
