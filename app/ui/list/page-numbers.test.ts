import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test('few pages are all shown', () => {
  expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4])
  expect(pageNumbers(1, 1)).toEqual([1])
})

test('of many pages the ends and the neighbours are shown', () => {
  expect(pageNumbers(10, 20)).toEqual([1, undefined, 9, 10, 11, undefined, 20])
})

test('a single page is shown rather than left out', () => {
  expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, undefined, 20])
  expect(pageNumbers(17, 20)).toEqual([1, undefined, 16, 17, 18, 19, 20])
})
