import { expect, test } from 'vitest'
import { keepTickObjectShape } from './tick-shape.server.ts'

test('one object of process.nextTick is kept, always the same', () => {
  const saved = keepTickObjectShape()

  expect(Object.keys(saved ?? {})).toEqual(['callback', 'args'])
  expect(keepTickObjectShape()).toBe(saved)
})
