import { dayMs } from '#office-time.ts'
/** Excel stores days as numbers; only the format of a cell shows that a number is one. */

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57])
const builtInTimes = new Set([18, 19, 20, 21, 45, 46, 47])

/** Whether a number format shows a day or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.has(id) || builtInTimes.has(id)
  const shown = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  return /[ymdhs]/i.test(shown) && !/general/i.test(shown)
}

/** A day as 1994-12-04, with its time if it has one. Undefined if it is not a day. */
export function dayOf(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 0) || serial >= 2_958_466) return undefined
  if (serial < 1) return undefined
  // Excel believes that 1900 was a leap year.
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const at = new Date(first + Math.round(serial * 86_400) * 1000)
  const iso = at.toISOString()
  return at.getTime() % dayMs === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
