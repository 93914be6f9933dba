const months = [
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

/** A moment in a time zone, by default the reader's: `14 November 2026, 18:30`. */
export function formatMoment(at: Date, timeZone?: string) {
  const { year, month, day, hour, minute } = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${day} ${month} ${year}, ${hour}:${minute}`
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Making a format takes far longer than using it. */
function formatFor(timeZone: string | undefined) {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

function parts(date: string) {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date)
  const month = match?.[2] === undefined ? undefined : months[Number(match[2]) - 1]
  if (!match || (match[2] && !month)) throw new Error(`"${date}" is not a day, a month or a year`)
  return { year: match[1]!, month, day: match[3] === undefined ? undefined : Number(match[3]) }
}
