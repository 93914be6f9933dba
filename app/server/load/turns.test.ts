import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('in each round one begins, in the order in which they came', async () => {
  const turns = new Turns()
  const begun: string[] = []
  for (const name of ['first', 'second', 'third']) void turns.next().then(() => begun.push(name))
  expect(begun).toEqual([])

  await nextRound()
  expect(begun).toEqual(['first'])
  void turns.next().then(() => begun.push('late'))
  await nextRound()
  await nextRound()
  expect(begun).toEqual(['first', 'second', 'third'])
  await nextRound()
  expect(begun.at(-1)).toBe('late')
})
