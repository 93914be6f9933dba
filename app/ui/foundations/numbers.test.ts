import { expect, test } from 'vitest'
import { countOf, formatNumber } from './numbers.ts'

test('numbers have a comma between thousands', () => {
  expect([0, 999, 1234, 1_234_567].map(formatNumber)).toEqual(['0', '999', '1,234', '1,234,567'])
})

test('one thing is singular, any other number of them is plural', () => {
  expect(countOf(1, 'row')).toBe('1 row')
  expect(countOf(0, 'row')).toBe('0 rows')
  expect(countOf(1234, 'person', 'people')).toBe('1,234 people')
})
