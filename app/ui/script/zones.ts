import { formatMoment } from '#ui/foundations/dates.ts'

/** Adds the visitor's own time beside a moment in the Academy's time zone, if it differs. */
export function addVisitorTimes() {
  // On a page that React hydrates, an added text would be a mismatch.
  if ('hydrates' in document.documentElement.dataset) return
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-zone]')) {
    const at = new Date(time.dateTime)
    // A browser may reject its own name of its zone, so the name is never used.
    const mine = formatMoment(at)
    const there = formatMoment(at, time.dataset.zone)
    if (mine === there) continue
    // On the same day the hour is enough.
    const [day, hour] = mine.split(', ')
    time.append(` (${there.startsWith(`${day},`) ? hour : mine} your time)`)
  }
}
