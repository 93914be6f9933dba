import { describe, expect, test } from 'vitest'
import { genderShares, medianOf, withoutSmall } from './statistics.ts'

const shown = (...counts: number[]) =>
  withoutSmall(counts.map((count, at) => ({ name: `n${at}`, label: `N${at}`, count }))).map(
    ({ count }) => count,
  )

describe('small counts', () => {
  test('of three and more are shown', () => {
    expect(shown(3, 4, 50)).toEqual([3, 4, 50])
  })

  test('hide the next smallest too, so that no subtraction reveals them', () => {
    expect(shown(2, 9, 40)).toEqual([null, null, 40])
    expect(shown(1, 1, 9, 40)).toEqual([null, null, null, 40])
  })

  test('that hide each other need no third', () => {
    expect(shown(2, 2, 40)).toEqual([null, null, 40])
  })

  test('of zero are not mentioned', () => {
    expect(shown(0, 5)).toEqual([5])
  })

  test('alone are hidden', () => {
    expect(shown(2)).toEqual([null])
  })
})

test('a missing answer counts as not stated', () => {
  expect(
    genderShares([
      { gender: 'female', count: 5 },
      { gender: 'odd', count: 1 },
      { gender: null, count: 3 },
    ]),
  ).toEqual([
    { name: 'female', label: 'Female', count: 5 },
    { name: 'unsaid', label: 'Not specified', count: 4 },
  ])
})

test('the median is the middle value', () => {
  expect([medianOf([]), medianOf([7]), medianOf([9, 1, 5]), medianOf([4, 1, 3, 2])]).toEqual([
    undefined,
    7,
    5,
    2.5,
  ])
})
