import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { plainCell, safeCell } from './safe-cell.ts'

test.each(['=1+1', '+91 532', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1"])(
  '%j is made safe and read back as it was',
  (text) => {
    expect(safeCell(text)).toBe(`'${text}`)
    expect(plainCell(safeCell(text))).toBe(text)
  },
)

test.each(['', 'Asha', "'tis", "O'Brien", '1=1', ' =1', 'ß', 'राम'])('%j stays as it is', (text) => {
  expect(safeCell(text)).toBe(text)
  expect(plainCell(text)).toBe(text)
})

test('whatever the text, it is read back, and what is written starts with no formula character', () => {
  fc.assert(
    fc.property(anyText(12), (text) => {
      expect(plainCell(safeCell(text))).toBe(text)
      expect(safeCell(text)).not.toMatch(/^[=+\-@\t\r]/)
    }),
    { seed: 4, numRuns: 2000 },
  )
})
