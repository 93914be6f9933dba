import { dayInWords, dayMs, months } from '#office-time.ts'

/** Calendar arithmetic on days such as `2027-01-31`. */

export const never = 'never'

/** The same day so many years later. 29 February becomes 1 March in a year without it. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const later = String(Number(year) + years).padStart(4, '0')
  return month === '02' && date === '29' && !isLeapYear(Number(later))
    ? `${later}-03-01`
    : `${later}-${month}-${date}`
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Whole years from one day to another. Whoever is born on 29 February is a year older on 1 March. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return addYears(from, years) <= to ? years : years - 1
}

/** Whether only the year of a day is known. */
export function isYearOnly(since: string): boolean {
  return since.length === 4
}

/** Whether so many years have passed on a day. Undefined if only the year is known and the day would decide. */
export function havePassed(years: number, since: string, day: string): boolean | undefined {
  const [first, last] = isYearOnly(since) ? [`${since}-01-01`, `${since}-12-31`] : [since, since]
  if (addYears(last, years) <= day) return true
  return addYears(first, years) > day ? false : undefined
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The day of a year that is stored as `07-31`: “31 July”. */
export function monthDayInWords(monthDay: string): string {
  return dayInWords(`2000-${monthDay}`).replace(/ 2000$/, '')
}

/** A day of the year as people type it, “31 July”, “31 Jul” or “July 31”, or as it is stored. */
export function readMonthDay(typed: string): string | undefined {
  if (/^\d\d-\d\d$/.test(typed)) return typed
  const [first = '', second = '', ...more] = typed.toLowerCase().split(/\s+/)
  const [date, name] = /^\d/.test(first) ? [first, second] : [second, first]
  if (!/^\d{1,2}$/.test(date) || name.length < 3 || more.length > 0) return undefined
  const month = months.findIndex((month) => month.toLowerCase().startsWith(name)) + 1
  return month === 0 ? undefined : `${twoDigits(month)}-${date.padStart(2, '0')}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
