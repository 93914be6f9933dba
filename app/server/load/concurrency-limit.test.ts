import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const settings = { atOnce: 2, maxQueued: 3, maxWaitMs: 60_000 }

test('as many run as the limit allows, and the next ones wait in order', async () => {
  const limit = new ConcurrencyLimit(settings)
  const order: number[] = []
  const entering = [1, 2, 3, 4].map(async (number) => {
    expect(await limit.acquire()).toBeUndefined()
    order.push(number)
  })
  await Promise.all(entering.slice(0, 2))
  expect([limit.active, limit.waiting, order]).toEqual([2, 2, [1, 2]])

  limit.release()
  await entering[2]
  expect([limit.active, limit.waiting, order]).toEqual([2, 1, [1, 2, 3]])
  limit.release()
  await entering[3]
  for (let left = 0; left < 2; left++) limit.release()
  expect([limit.active, limit.waiting, order]).toEqual([0, 0, [1, 2, 3, 4]])
})

test('a request is rejected immediately when the queue is full or it may not wait', async () => {
  const limit = new ConcurrencyLimit(settings)
  const entered = Array.from({ length: 8 }, () => limit.acquire())

  expect(await Promise.all(entered.slice(5))).toEqual(['full', 'full', 'full'])
  limit.release()
  expect(await limit.acquire({ mayWait: false })).toBe('full')
  for (let left = 0; left < 4; left++) limit.release()
  expect(await Promise.all(entered.slice(0, 5))).toEqual(Array(5).fill(undefined))
  expect(limit.active).toBe(0)
})

test('nobody waits forever, and a request that gave up takes no slot later', async () => {
  const limit = new ConcurrencyLimit({ ...settings, atOnce: 1, maxWaitMs: 20 })
  await limit.acquire()

  expect(await limit.acquire()).toBe('waited')
  expect([limit.active, limit.waiting]).toEqual([1, 0])
  limit.release()
  await wait(30)
  expect(limit.active).toBe(0)
})

test('the limit can be lowered for a while', async () => {
  const limit = new ConcurrencyLimit(settings)
  await limit.acquire()

  expect(await limit.acquire({ mayWait: false, maxConcurrent: 1 })).toBe('full')
  expect(await limit.acquire({ mayWait: false })).toBeUndefined()
})
