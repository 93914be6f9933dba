import { expect, test } from 'vitest'
import { keepTickShape } from './tick-shape.server.ts'

test('one object of process.nextTick is kept, always the same', () => {
  const saved = keepTickShape()

  expect(Object.keys(saved ?? {})).toEqual(['callback', 'args'])
  expect(keepTickShape()).toBe(saved)
})
