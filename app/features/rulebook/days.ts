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

const dayMs = 86_400_000

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}
