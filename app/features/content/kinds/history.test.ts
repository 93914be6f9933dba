import { expect, test } from 'vitest'
import { byYear, shareOfTime, type HistoryItem } from './history.ts'

test('a day has its position between the years, and a year alone is in its middle', () => {
  const view = { from: 1994, to: 2004 }
  expect(shareOfTime('1994-01-01', view)).toBe(0)
  expect(shareOfTime('1999', view)).toBeCloseTo(0.55)
  expect(shareOfTime('2003-12-31', view)).toBeCloseTo(1, 2)
})

test('years come latest first, and what happened in one of them in its order', () => {
  const item = (from: string) => ({ id: from, from }) as HistoryItem
  const years = byYear(['1994-12-04', '2018', '2018-04-13'].map(item))

  expect(years.map(({ year, items }) => [year, items.map(({ id }) => id)])).toEqual([
    ['2018', ['2018', '2018-04-13']],
    ['1994', ['1994-12-04']],
  ])
})
