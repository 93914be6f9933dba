import { expect, test } from 'vitest'
import { unbrokenNumbers } from './unbroken-numbers.ts'

test('a number stays on the line of its word', () => {
  expect(unbrokenNumbers('Newsletter, volume 3, number 2, July to October 2026')).toBe(
    'Newsletter, volume\u00a03, number\u00a02, July to October 2026',
  )
  expect(unbrokenNumbers('Journal, Vol. 12, No. 4')).toBe('Journal, Vol.\u00a012, No.\u00a04')
})

test('a day stays on the line of its month', () => {
  expect(unbrokenNumbers('Founded on 4 December 1994')).toBe('Founded on 4\u00a0December 1994')
  expect(unbrokenNumbers('In 2026 March was cold')).toBe('In 2026 March was cold')
})

test('other words may be parted', () => {
  expect(unbrokenNumbers('A number of lectures in 2026')).toBe('A number of lectures in 2026')
})
