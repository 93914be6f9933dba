import { expect, test } from 'vitest'
import { dateInWords } from './event-lines.ts'

test.each([
  ['Two days, ending on Sunday, 18 December', 2022, 'Two days, ending on Sunday, 18 December 2022'],
  ['Two days in 2024, in May or earlier', 2024, 'Two days in 2024, in May or earlier'],
  ['In spring', 2024, 'In spring 2024'],
  ['At the founding of the Academy', 1994, 'At the founding of the Academy'],
  ['In May', undefined, 'In May'],
  [undefined, 1997, '1997'],
  [undefined, undefined, undefined],
])('“%s” of the year %s is shown as “%s”', (dateNote, year, shown) => {
  expect(dateInWords({ dateNote, year })).toBe(shown)
})
