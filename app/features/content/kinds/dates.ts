import type { Draft } from '#features/content/entry/drafts.ts'

/** The days an entry is ordered and grouped by, wherever its kind keeps them. */
export function datesOf(data: Draft) {
  const starts_on = firstDay(data)
  return {
    starts_on,
    ends_on: 'endsOn' in data ? (data.endsOn ?? null) : null,
    year: 'year' in data ? (data.year ?? yearOf(starts_on)) : yearOf(starts_on),
  }
}

function firstDay(data: Draft): string | null {
  if ('startsAt' in data && data.startsAt !== undefined) return dayOf(data.startsAt)
  if ('startsOn' in data && data.startsOn) return data.startsOn
  if ('releasedOn' in data && data.releasedOn) return data.releasedOn
  if ('heldOn' in data && data.heldOn) return data.heldOn
  if ('publishedOn' in data && data.publishedOn) return data.publishedOn
  if ('from' in data && data.from) return data.from
  if ('opensAt' in data && data.opensAt !== undefined) return dayOf(data.opensAt)
  return null
}

/** The Academy's office keeps Indian time, so a moment falls on the day it has there. */
export function dayOf(moment: number): string {
  return new Date(moment + indianOffset).toISOString().slice(0, 10)
}

/** A moment as the office reads and types it, in Indian time: `2027-01-31 23:59`. */
export function indianTime(moment: number): string {
  return new Date(moment + indianOffset).toISOString().slice(0, 16).replace('T', ' ')
}

/** The moment that such a text names, or nothing where it names none. */
export function momentOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(text)) return undefined
  const moment = Date.parse(`${text.replace(' ', 'T')}Z`) - indianOffset
  return indianTime(moment) === text.replace('T', ' ') ? moment : undefined
}

const indianOffset = 5.5 * 60 * 60 * 1000

function yearOf(day: string | null) {
  return day === null ? null : Number(day.slice(0, 4))
}
