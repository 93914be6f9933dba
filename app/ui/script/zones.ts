import { formatMoment } from '#ui/dates.ts'

/** Beside a moment in the Academy's time zone, the same moment in the visitor's, when that is another. */
export function addVisitorTimes() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-zone]')) {
    const at = new Date(time.dateTime)
    const mine = formatMoment(at, here)
    if (mine !== formatMoment(at, time.dataset.zone!)) time.append(` (${mine} your time)`)
  }
}
