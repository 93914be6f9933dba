import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OnePerTick } from './one-per-tick.ts'

test('in each round one begins, in the order in which they came', async () => {
  const perTick = new OnePerTick()
  const begun: string[] = []
  for (const name of ['first', 'second', 'third']) void perTick.next().then(() => begun.push(name))
  expect(begun).toEqual([])

  await nextRound()
  expect(begun).toEqual(['first'])
  void perTick.next().then(() => begun.push('late'))
  await nextRound()
  await nextRound()
  expect(begun).toEqual(['first', 'second', 'third'])
  await nextRound()
  expect(begun.at(-1)).toBe('late')
})
