import { expect, test } from 'vitest'
import { indianStates } from './indian-states.ts'

test('the 28 states and 8 union territories each have a code and a tile of their own', () => {
  expect(indianStates).toHaveLength(36)
  for (const part of [0, 1] as const)
    expect(new Set(indianStates.map((state) => state[part])).size).toBe(indianStates.length)
  expect(new Set(indianStates.map(([, , column, row]) => `${column} ${row}`)).size).toBe(indianStates.length)
})
