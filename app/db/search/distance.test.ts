import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceWithin } from './distance.ts'

test.for([
  ['fellow', 'fellow', 0],
  ['felow', 'fellow', 1],
  ['confrence', 'conference', 1],
  ['pandye', 'pandey', 1],
  ['nomnaton', 'nomination', 2],
  ['award', 'lecture', undefined],
  ['', 'ab', 2],
] as const)('“%s” is %s apart: %s', ([a, b, distance]) => {
  expect(distanceWithin(a, b, 2)).toBe(distance)
})

test('it is the same in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distanceWithin(a, b, 3)).toBe(distanceWithin(b, a, 3))
    }),
    { seed: 1994, numRuns: 500 },
  )
})
