import { expect, test } from 'vitest'
import { keepTickShape } from './tick-shape.server.ts'

test('one object of process.nextTick is kept, always the same', () => {
  const kept = keepTickShape()

  expect(Object.keys(kept ?? {})).toEqual(['callback', 'args'])
  expect(keepTickShape()).toBe(kept)
})
