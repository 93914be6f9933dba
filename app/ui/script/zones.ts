import { formatMoment } from '#ui/dates.ts'

/** Beside a moment in the Academy's time zone, the same moment in the visitor's, when that is another. */
export function addVisitorTimes() {
  // On a page that React takes over, what was added here would not be what it expects to find.
  if ('hydrates' in document.documentElement.dataset) return
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-zone]')) {
    const at = new Date(time.dateTime)
    const mine = formatMoment(at, here)
    const there = formatMoment(at, time.dataset.zone!)
    if (mine === there) continue
    // On the same day the hour is enough.
    const [day, hour] = mine.split(', ')
    time.append(` (${there.startsWith(`${day},`) ? hour : mine} your time)`)
  }
}
