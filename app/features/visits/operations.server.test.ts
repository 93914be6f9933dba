import { expect } from 'vitest'
import { VisitCounts } from '#server/observe/visit-counts.ts'
import { monday, test } from '#test/harness/db.ts'
import { clearOldVisits, saveVisits } from './operations.server.ts'
import { readVisits } from './queries.server.ts'

const agent = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
const html = new Headers({ 'content-type': 'text/html' })
const day = 86_400_000
const daysLater = (days: number) => new Date(monday.getTime() + days * day)

function counted(path: string, times: number, words?: string) {
  const counts = new VisitCounts('https://iaps.example', /^$/)
  if (words !== undefined) counts.noteEmptySearch(path, words)
  const counter = counts.counterFor(path, html)!
  for (let n = 0; n < times; n++) counts.visit(counter, agent)
  return counts
}

test('several processes add to the same sums of the day', async ({ db }) => {
  await Promise.all([1, 2, 3].map(() => saveVisits(db, counted('/news', 4), monday)))
  await saveVisits(db, counted('/news', 5), daysLater(1))

  const { byDay, pages } = await readVisits(db, daysLater(1), 7)

  expect(pages).toEqual({ rows: [{ name: '/news', amount: 17 }], hidden: 0 })
  expect(byDay.slice(-2).map(({ value }) => value)).toEqual([12, 5])
})

test('small numbers are not shown, only how many names they belong to', async ({ db }) => {
  await saveVisits(db, counted('/search?q=quark', 3, 'quark'), monday)
  await saveVisits(db, counted('/search?q=me', 2, 'my own name'), monday)

  const { searches } = await readVisits(db, monday, 30)

  expect(searches).toEqual({ rows: [{ name: 'quark', amount: 3 }], hidden: 1 })
})

test('rare words are removed after a month, all sums after two years', async ({ db }) => {
  await saveVisits(db, counted('/search?q=quark', 3, 'quark'), monday)
  await saveVisits(db, counted('/search?q=me', 2, 'my own name'), monday)
  const names = async () =>
    (await db.selectFrom('daily_sum').select('name').orderBy('name').execute()).map(({ name }) => name)

  await clearOldVisits(db, daysLater(30))
  expect(await names()).toEqual(['my own name', 'quark'])
  await clearOldVisits(db, daysLater(31))
  expect(await names()).toEqual(['quark'])
  await clearOldVisits(db, daysLater(761))
  expect(await names()).toEqual([])
})

test.for([7, 365])(
  'a day or month with one or two visits counts as none, of %i days',
  async (days, { db }) => {
    await saveVisits(db, counted('/news', 1), monday)
    await saveVisits(db, counted('/awards', 1), monday)
    const last = async () => (await readVisits(db, monday, days)).byDay.at(-1)?.value

    expect(await last()).toBe(0)
    await saveVisits(db, counted('/news', 1), monday)
    expect(await last()).toBe(3)
  },
)

test('a month of days with one visit each is shown', async ({ db }) => {
  for (const at of [0, 1, 2]) await saveVisits(db, counted('/news', 1), daysLater(at))

  const { byDay } = await readVisits(db, daysLater(2), 365)

  expect(byDay.reduce((sum, { value }) => sum + value, 0)).toBe(3)
})

test('a year is shown by months', async ({ db }) => {
  await saveVisits(db, counted('/', 3), monday)

  const { byDay } = await readVisits(db, monday, 365)

  expect(byDay).toHaveLength(12)
  expect(byDay.at(-1)).toEqual({ label: monday.toISOString().slice(0, 7), value: 3 })
})
