import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Places } from './places.ts'

const room = { atOnce: 2, line: 3, longestMs: 60_000 }

test('as many are let in as there is room for, and the next ones wait in turn', async () => {
  const places = new Places(room)
  const order: number[] = []
  const entering = [1, 2, 3, 4].map(async (number) => {
    expect(await places.enter()).toBeUndefined()
    order.push(number)
  })
  await Promise.all(entering.slice(0, 2))
  expect([places.taken, places.waiting, order]).toEqual([2, 2, [1, 2]])

  places.leave()
  await entering[2]
  expect([places.taken, places.waiting, order]).toEqual([2, 1, [1, 2, 3]])
  places.leave()
  await entering[3]
  for (let left = 0; left < 2; left++) places.leave()
  expect([places.taken, places.waiting, order]).toEqual([0, 0, [1, 2, 3, 4]])
})

test('whoever finds the line full is told at once, and so is whoever may not wait', async () => {
  const places = new Places(room)
  const entered = Array.from({ length: 8 }, () => places.enter())

  expect(await Promise.all(entered.slice(5))).toEqual(['full', 'full', 'full'])
  places.leave()
  expect(await places.enter({ mayWait: false })).toBe('full')
  for (let left = 0; left < 4; left++) places.leave()
  expect(await Promise.all(entered.slice(0, 5))).toEqual(Array(5).fill(undefined))
  expect(places.taken).toBe(0)
})

test('nobody waits for ever, and whoever gave up takes no place later', async () => {
  const places = new Places({ ...room, atOnce: 1, longestMs: 20 })
  await places.enter()

  expect(await places.enter()).toBe('waited')
  expect([places.taken, places.waiting]).toEqual([1, 0])
  places.leave()
  await wait(30)
  expect(places.taken).toBe(0)
})

test('fewer may be let in for a while', async () => {
  const places = new Places(room)
  await places.enter()

  expect(await places.enter({ mayWait: false, mostAtOnce: 1 })).toBe('full')
  expect(await places.enter({ mayWait: false })).toBeUndefined()
})
