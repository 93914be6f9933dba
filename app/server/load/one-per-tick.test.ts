import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OnePerTick } from './one-per-tick.ts'

test('one starts per turn of the event loop, in order of arrival', async () => {
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
