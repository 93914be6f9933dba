import { z } from 'zod'
import { readQuery, type QueryRead } from '#server/http/query-string.ts'

/** The kinds of entries that the history shows. */
export const historyKinds = {
  conference: 'Conferences',
  activity: 'Lectures and workshops',
  recipient: 'Awards',
  newsletter: 'Newsletters',
  'council-term': 'Councils',
} as const

export type HistoryKind = keyof typeof historyKinds

export interface HistoryItem {
  id: string
  kind: HistoryKind
  title: string
  href: string
  /** A day, or only its year. */
  from: string
  to: string | undefined
  sample: boolean
}

const historyForm = z.strictObject({
  kind: z
    .enum(Object.keys(historyKinds) as HistoryKind[], 'There is no such kind of event in the history.')
    .optional(),
})

/** The query of the history's address. */
export function readHistoryQuery(params: URLSearchParams): QueryRead<z.infer<typeof historyForm>> {
  return readQuery(params, historyForm)
}

/** Where a day is between the starts of two years, from 0 to 1. A year alone is in its middle. */
export function shareOfTime(day: string, { from, to }: { from: number; to: number }): number {
  return (yearsOf(day) - from) / (to - from)
}

function yearsOf(day: string): number {
  const year = Number(day.slice(0, 4))
  if (day.length === 4) return year + 0.5
  const start = Date.UTC(year, 0, 1)
  return year + (Date.parse(day) - start) / (Date.UTC(year + 1, 0, 1) - start)
}

/** The latest year first; within a year, as time went on. */
export function byYear(items: HistoryItem[]): { year: string; items: HistoryItem[] }[] {
  const years = Map.groupBy(items, ({ from }) => from.slice(0, 4))
  return [...years].map(([year, items]) => ({ year, items })).toSorted((a, b) => (a.year < b.year ? 1 : -1))
}
