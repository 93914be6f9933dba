import { dayInWords, months } from '#office-time.ts'

/**
 * Normalises a day as people write it, `4.12.1994`, `4 December 1994` or `1994-12-04`, to the last of these. Anything
 * else stays as typed, so that people find it again.
 */
export function readDay(text: string): string {
  const day = dayIn(text)
  return day !== undefined && isDay(day) ? day : text
}

function dayIn(text: string): string | undefined {
  const iso = /^(\d{4})[ ./-](\d{1,2})[ ./-](\d{1,2})$/.exec(text)
  if (iso) return toIso(iso[1], iso[2], iso[3])
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ ./-]+(\d{1,2}|[a-z]{3,9})[ .,/-]+(\d{4})$/i.exec(text)
  if (!dayFirst) return undefined
  const month = monthOf(dayFirst[2] ?? '')
  return month === undefined ? undefined : toIso(dayFirst[3], month, dayFirst[1])
}

/** Its whole name, or enough of it to be unique. */
function monthOf(text: string): string | undefined {
  if (/^\d/.test(text)) return text
  const at = months.findIndex((month) => month.toLowerCase().startsWith(text.toLowerCase()))
  return at === -1 ? undefined : String(at + 1)
}

function toIso(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A day in letters; what is not a day stays as typed. */
export function readDayInWords(text: string): string {
  return isDay(text) ? dayInWords(text) : text
}

/** Whether the day exists; one that does not would come out as another day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
