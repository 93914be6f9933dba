import { expect, test } from 'vitest'
import { countLine } from './count-line.tsx'

const letters = { pageSize: 50, one: 'letter', many: 'letters' }

test.for([
  [1, 0, undefined],
  [1, 1, '1 letter'],
  [1, 50, '50 letters'],
  [1, 51, '1–50 of 51 letters'],
  [2, 51, '51 of 51 letters'],
  [25, 1234, '1,201–1,234 of 1,234 letters'],
  [9, 51, '51 letters'],
] as const)('page %i of %i letters is counted right', ([page, total, line]) => {
  expect(countLine({ ...letters, page, total })).toBe(line)
})
