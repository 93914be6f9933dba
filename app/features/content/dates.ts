import type { Data } from './kinds.ts'

/** The days an entry is ordered and grouped by, wherever its kind keeps them. */
export function datesOf(data: Data) {
  const starts_on = firstDay(data)
  return {
    starts_on,
    ends_on: 'endsOn' in data ? (data.endsOn ?? null) : null,
    year: 'year' in data ? (data.year ?? yearOf(starts_on)) : yearOf(starts_on),
  }
}

function firstDay(data: Data): string | null {
  if ('startsAt' in data && data.startsAt !== undefined) return dayOf(data.startsAt)
  if ('startsOn' in data && data.startsOn) return data.startsOn
  if ('releasedOn' in data) return data.releasedOn
  if ('heldOn' in data) return data.heldOn
  if ('from' in data) return data.from
  if ('opensAt' in data) return dayOf(data.opensAt)
  return null
}

/** The Academy's office keeps Indian time, so a moment falls on the day it has there. */
export function dayOf(moment: number): string {
  return new Date(moment + indianOffset).toISOString().slice(0, 10)
}

const indianOffset = 5.5 * 60 * 60 * 1000

function yearOf(day: string | null) {
  return day === null ? null : Number(day.slice(0, 4))
}
