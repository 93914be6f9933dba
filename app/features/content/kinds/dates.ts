import { officeDay } from '#office-time.ts'
import type { Draft } from '#features/content/entry/drafts.ts'

/** The days by which an entry is ordered and grouped, wherever its kind stores them. */
export function datesOf(data: Draft) {
  const starts_on = firstDay(data)
  return {
    starts_on,
    ends_on: 'endsOn' in data ? (data.endsOn ?? null) : null,
    year: 'year' in data ? (data.year ?? yearOf(starts_on)) : yearOf(starts_on),
  }
}

function firstDay(data: Draft): string | null {
  if ('startsAt' in data && data.startsAt !== undefined) return officeDay(data.startsAt)
  if ('startsOn' in data && data.startsOn) return data.startsOn
  if ('releasedOn' in data && data.releasedOn) return data.releasedOn
  if ('heldOn' in data && data.heldOn) return data.heldOn
  if ('publishedOn' in data && data.publishedOn) return data.publishedOn
  if ('from' in data && data.from) return data.from
  if ('opensAt' in data && data.opensAt !== undefined) return officeDay(data.opensAt)
  return null
}

function yearOf(day: string | null) {
  return day === null ? null : Number(day.slice(0, 4))
}
