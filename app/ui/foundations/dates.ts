import { months } from '#office-time.ts'

/** A calendar day `1994-12-04`, or only its month `1994-12`, or only its year `1994`, in words. */
export function formatDay(date: string) {
  const { year, month, day } = parts(date)
  return [day, month, year].filter(Boolean).join(' ')
}

/** From one day to another, saying the common month and year once: `13 to 15 April 2018`. */
export function formatDays(from: string, to?: string) {
  if (!to || to === from) return formatDay(from)
  const start = parts(from)
  const end = parts(to)
  if (start.year !== end.year) return `${formatDay(from)} to ${formatDay(to)}`
  if (start.month !== end.month || !start.day) {
    return `${[start.day, start.month].filter(Boolean).join(' ')} to ${formatDay(to)}`
  }
  return `${start.day} to ${formatDay(to)}`
}

function parts(date: string) {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date)
  const month = match?.[2] === undefined ? undefined : months[Number(match[2]) - 1]
  if (!match || (match[2] && !month)) throw new Error(`"${date}" is not a day, a month or a year`)
  return { year: match[1]!, month, day: match[3] === undefined ? undefined : Number(match[3]) }
}
