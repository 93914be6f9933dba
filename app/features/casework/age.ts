import { dayMs } from '#office-time.ts'

/** How long something has waited, in whole days. */
export function ageText(since: number, now: number): string {
  const days = Math.floor((now - since) / dayMs)
  if (days < 1) return 'today'
  return days === 1 ? '1 day' : `${days.toLocaleString('en-GB')} days`
}
