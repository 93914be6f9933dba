import { dayMs, officeDay } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { minShown } from './periods.ts'

const maxRows = 25

type SumKind = 'page' | 'search' | 'download' | 'referrer'

export interface VisitSum {
  name: string
  amount: number
}

/** The most frequent names, and how many others were too rare to show. */
export interface VisitSums {
  rows: VisitSum[]
  hidden: number
}

/** What visitors read in the last days, without small numbers. */
export async function readVisits(db: Db, now: Date, days: number) {
  return {
    byDay: days > 60 ? await sumByMonth(db, now) : await sumByDay(db, now, days),
    pages: await sumNames(db, 'page', now, days),
    downloads: await sumNames(db, 'download', now, days),
    referrers: await sumNames(db, 'referrer', now, days),
    searches: await sumNames(db, 'search', now, days),
  }
}

async function sumNames(db: Db, kind: SumKind, now: Date, days: number): Promise<VisitSums> {
  const sums = await db
    .selectFrom('daily_sum')
    .select(['name', (eb) => eb.fn.sum<number | string>('amount').as('amount')])
    .where('kind', '=', kind)
    .where('day', '>', daysAgo(now, days))
    .groupBy('name')
    .execute()
  const shown = sums
    .map(({ name, amount }) => ({ name, amount: Number(amount) }))
    .filter(({ amount }) => amount >= minShown)
    .toSorted((a, b) => b.amount - a.amount || (a.name < b.name ? -1 : 1))
  return { rows: shown.slice(0, maxRows), hidden: sums.length - Math.min(shown.length, maxRows) }
}

/** Visits to all pages on each of the last days; days without any, or with too few to show, count zero. */
export async function sumByDay(db: Db, now: Date, days: number) {
  const sums = await sumPages(db, daysAgo(now, days))
  return Array.from({ length: days }, (_, index) => {
    const label = daysAgo(now, days - 1 - index)
    return { label, value: orNone(sums.get(label) ?? 0) }
  })
}

async function sumByMonth(db: Db, now: Date) {
  const [year = 0, month = 0] = officeDay(now).split('-').map(Number)
  const labels = Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7),
  )
  const sums = await sumPages(db, `${labels[0]}-00`)
  const sumOf = (label: string) =>
    [...sums].reduce((sum, [day, amount]) => (day.startsWith(label) ? sum + amount : sum), 0)
  return labels.map((label) => ({ label, value: orNone(sumOf(label)) }))
}

/** On a quiet day the sum of all pages is about one visitor, too. */
function orNone(amount: number): number {
  return amount < minShown ? 0 : amount
}

async function sumPages(db: Db, after: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('daily_sum')
    .select(['day', (eb) => eb.fn.sum<number | string>('amount').as('amount')])
    .where('kind', '=', 'page')
    .where('day', '>', after)
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, amount }) => [day, Number(amount)]))
}

function daysAgo(now: Date, days: number): string {
  return officeDay(now.getTime() - days * dayMs)
}
