/** A moment as people of a time zone read it, by what the platform knows about zones: `14 November 2026, 18:30`. */
export function timeIn(timeZone: string, at: Date): string {
  const options = { timeZone, hourCycle: 'h23' } as const
  const day = at.toLocaleDateString('en-GB', { ...options, dateStyle: 'long' })
  return `${day}, ${at.toLocaleTimeString('en-GB', { ...options, timeStyle: 'short' })}`
}

/** What a page says about a moment to a visitor of a zone; if it is another day there, the day is shown as well. */
export function shownTo(visitorZone: string, at: Date): string {
  const [own, office] = [timeIn(visitorZone, at), timeIn('Asia/Kolkata', at)]
  const [day, hour] = own.split(', ')
  return `${office}\u00a0IST (${office.startsWith(`${day},`) ? hour : own} your time)`
}
