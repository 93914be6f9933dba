import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const limits = { atOnce: 2, maxWaiting: 5, maxPerSender: 3, maxMs: 10_000 }

/** Enters for each sender in order; `started` names those that started, in order. */
function enterAll(queue: FairQueue, senders: string[]) {
  const started: string[] = []
  const refused: string[] = []
  const entered = senders.map(
    async (sender) => void ((await queue.enter(sender)) ? started : refused).push(sender),
  )
  return { started, refused, entered: Promise.all(entered) }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('one sender has one piece of work at a time, and others overtake the rest of it', async () => {
  const queue = new FairQueue(limits)
  const { started } = enterAll(queue, ['a', 'a', 'a', 'b', 'c'])
  await settle()
  expect(started, 'two in parallel, but of two senders').toEqual(['a', 'b'])

  for (const next of ['a', 'b', 'c', 'a', 'a']) {
    queue.leave(next)
    await settle()
  }
  expect(started).toEqual(['a', 'b', 'a', 'c', 'a'])
})

test('one sender cannot fill the queue', async () => {
  const queue = new FairQueue(limits)
  const { started, refused } = enterAll(queue, ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'd', 'e'])
  await settle()

  expect(started).toEqual(['a', 'b'])
  expect(refused, 'two of the first sender, and one when five waited').toEqual(['a', 'a', 'e'])
})

test('a request that has waited too long is refused and delays nobody', async () => {
  const queue = new FairQueue({ ...limits, atOnce: 1, maxMs: 5 })
  await queue.enter('a')

  expect(await queue.enter('b')).toBe(false)
  queue.leave('a')
  expect(await queue.enter('c')).toBe(true)
})

test('a slot is free again when nobody waits for it', async () => {
  const queue = new FairQueue(limits)
  for (let turn = 0; turn < 3; turn++) {
    expect(await queue.enter('a')).toBe(true)
    queue.leave('a')
  }
})
