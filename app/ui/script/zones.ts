import { months, officeDayInWords, officeTime } from '#office-time.ts'

/** Adds the visitor's own time beside a moment in the Academy's time zone, if it differs. */
export function addVisitorTimes() {
  // On a page that React hydrates, an added text would be a mismatch.
  if ('hydrates' in document.documentElement.dataset) return
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
    const at = new Date(time.dateTime)
    const [day, hour] = visitorTime(at)
    const isSameDay = day === officeDayInWords(at)
    if (isSameDay && officeTime(at).endsWith(hour)) continue
    // On the same day the hour is enough.
    time.append(` (${isSameDay ? hour : `${day}, ${hour}`} your time)`)
  }
}

/** `31 January 2027` and `23:59` by the clock of the visitor's browser. */
export function visitorTime(at: Date): [day: string, hour: string] {
  const [hour, minute] = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return [`${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`, `${hour}:${minute}`]
}
