import { formatMoment } from '#ui/foundations/dates.ts'

/** Beside a moment in the Academy's time zone, the same moment in the visitor's, when that is another. */
export function addVisitorTimes() {
  // On a page that React takes over, what was added here would not be what it expects to find.
  if ('hydrates' in document.documentElement.dataset) return
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-zone]')) {
    const at = new Date(time.dateTime)
    // A browser may call its own zone by a name that it refuses to be given, so it is never asked for the name.
    const mine = formatMoment(at)
    const there = formatMoment(at, time.dataset.zone)
    if (mine === there) continue
    // On the same day the hour is enough.
    const [day, hour] = mine.split(', ')
    time.append(` (${there.startsWith(`${day},`) ? hour : mine} your time)`)
  }
}
