import { expect, test } from 'vitest'
import { newId } from './id.ts'

test('keys are in the order in which they were made, also within one millisecond', () => {
  const ids = Array.from({ length: 100_000 }, () => newId())

  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
})
