import { expect, test } from 'vitest'
import { readDay } from './days.ts'

test.for([
  ['1994-12-04', '1994-12-04'],
  ['1994-2-4', '1994-02-04'],
  ['4 12 1994', '1994-12-04'],
  ['4.12.1994', '1994-12-04'],
  ['04/12/1994', '1994-12-04'],
  ['4 December 1994', '1994-12-04'],
  ['4th dec 1994', '1994-12-04'],
  ['30 Sept 1994', '1994-09-30'],
] as const)('“%s” is the day %s', ([text, day]) => {
  expect(readDay(text)).toBe(day)
})

test.for([
  '',
  '1994',
  'December 1994',
  '4/12/94',
  'yesterday',
  '4 Foo 1994',
  '12-1994-04',
  '31 Sept 1994',
  '31 2 1990',
])('“%s” stays as it was typed', (text) => {
  expect(readDay(text)).toBe(text)
})
