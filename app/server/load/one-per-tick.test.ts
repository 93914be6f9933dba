import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OnePerTick } from './one-per-tick.ts'

test('one starts per turn of the event loop, in order of arrival', async () => {
  const perTick = new OnePerTick()
  const started: string[] = []
  for (const name of ['first', 'second', 'third']) void perTick.next().then(() => started.push(name))
  expect(started).toEqual([])

  await nextRound()
  expect(started).toEqual(['first'])
  void perTick.next().then(() => started.push('late'))
  await nextRound()
  await nextRound()
  expect(started).toEqual(['first', 'second', 'third'])
  await nextRound()
  expect(started.at(-1)).toBe('late')
})
