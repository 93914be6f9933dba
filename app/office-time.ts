/** The time of the Academy's office: Indian Standard Time, the same all year. No other file knows it. */

export const officeZone = 'Asia/Kolkata'
/** As calendar files write it. */
export const officeOffset = '+0530'
const offsetMs = 5.5 * 60 * 60 * 1000

/** India has no summer time, so every day of the office is this long. */
export const dayMs = 86_400_000

/** A list, because Intl takes 60 ms for its first format in a browser, a quarter of a second on a slow phone. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The calendar day on which a moment falls there: `2027-01-31`. */
export function officeDay(moment: Date | number): string {
  return shifted(moment).slice(0, 10)
}

/** The year of that day. */
export function officeYear(moment: Date | number): number {
  return Number(officeDay(moment).slice(0, 4))
}

/** The moment so many months earlier. On the 31st that is the last day of a shorter month, never one day later. */
export function monthsBefore(moment: Date, months: number): Date {
  const [year = 0, month = 0, day = 0] = officeDay(moment).split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const then = Date.UTC(year, month - 1 - months, Math.min(day, last))
  return new Date(moment.getTime() - (Date.UTC(year, month - 1, day) - then))
}

/** A calendar day in letters: `2027-01-31` as `31 January 2027`, so that a swapped month and day are noticed. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}

/** A moment as the office reads and types it: `2027-01-31 23:59`. */
export function officeTime(moment: Date | number): string {
  return shifted(moment).slice(0, 16).replace('T', ' ')
}

/** A moment in letters: `31 January 2027, 23:59 IST`. */
export function officeTimeInWords(moment: Date | number): string {
  return `${officeDayInWords(moment)}, ${officeTime(moment).slice(11)} IST`
}

/** The calendar day of a moment in letters: `31 January 2027`. */
export function officeDayInWords(moment: Date | number): string {
  return dayInWords(officeDay(moment))
}

/** The moment that such a text names, or undefined if there is no such moment. */
export function readOfficeTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(text)) return undefined
  const moment = officeMoment(text.replace(' ', 'T'))
  return Number.isNaN(moment) || officeTime(moment) !== text.replace('T', ' ') ? undefined : moment
}

/** The moment of a time that is written in code: `2026-12-10T17:00`, or with seconds. */
export function officeMoment(dayAndTime: string): number {
  return Date.parse(`${dayAndTime}Z`) - offsetMs
}

/** The first moment of a day. */
export function officeDayStart(day: string): number {
  return officeMoment(`${day}T00:00`)
}

/** The last moment of a day: a deadline belongs to its day. */
export function officeDayEnd(day: string): number {
  return officeMoment(`${day}T23:59:59.999`)
}

function shifted(moment: Date | number): string {
  return new Date(Number(moment) + offsetMs).toISOString()
}
