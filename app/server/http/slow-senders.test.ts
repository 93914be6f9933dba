import { expect, test } from 'vitest'
import { SlowSenders, type SlowSender } from './slow-senders.ts'

function senderFrom(network: string, speed: number | undefined = 0, isKnown = false) {
  const sender: SlowSender & { isEnded: boolean } = {
    ...{ network, isKnown, isEnded: false },
    speed: () => speed,
    end: () => void (sender.isEnded = true),
  }
  return sender
}

function fill(slow: SlowSenders, counts: Record<string, number>, speed?: number) {
  return Object.entries(counts).flatMap(([network, count]) =>
    Array.from({ length: count }, () => {
      const sender = senderFrom(network, speed)
      expect(slow.enter(sender)).toBe(true)
      return sender
    }),
  )
}

test('the slowest sender of the network that holds most is disconnected, and only if there is no room', () => {
  const slow = new SlowSenders({ inAll: 6, ofNetwork: 3 })
  const quicker = senderFrom('a', 900)
  const slowest = senderFrom('a', 10)
  for (const sender of [quicker, slowest, senderFrom('a', 500)]) slow.enter(sender)
  const others = fill(slow, { b: 2 })

  expect(slow.enter(senderFrom('c'))).toBe(true)
  expect(slowest.isEnded).toBe(false)
  expect(slow.enter(senderFrom('d'))).toBe(true)
  expect([slowest.isEnded, quicker.isEnded, others.some(({ isEnded }) => isEnded)]).toEqual([
    true,
    false,
    false,
  ])
  expect(slow.count).toBe(6)

  slow.leave(slowest)
  expect(slow.count, 'left twice').toBe(6)
})

test('nobody is disconnected for a network that holds as many, or that is at its limit', () => {
  const slow = new SlowSenders({ inAll: 4, ofNetwork: 2 })
  const senders = fill(slow, { a: 2, b: 2 })

  expect([slow.hasRoomFor(senderFrom('a')), slow.enter(senderFrom('b'))]).toEqual([false, false])
  expect(senders.filter(({ isEnded }) => isEnded)).toEqual([])
})

test.for([
  ['who sends at the pace of a slow line', 3000],
  ['whose body we ourselves do not read', undefined],
] as const)('%s is not disconnected for anyone', ([, speed]) => {
  const slow = new SlowSenders({ inAll: 2, ofNetwork: 2 })
  for (const network of ['a', 'b'])
    expect(slow.enter({ ...senderFrom(network), speed: () => speed })).toBe(true)

  expect(slow.hasRoomFor(senderFrom('c'))).toBe(false)
  expect(slow.enter(senderFrom('c'))).toBe(false)
})

test('some of the room is for senders with a cookie, and strangers do not displace them', () => {
  const slow = new SlowSenders({ inAll: 4, ofNetwork: 4, forKnown: 2 })
  fill(slow, { a: 1, b: 1 }, 3000)
  expect(slow.hasRoomFor(senderFrom('c'))).toBe(false)

  const known = [senderFrom('c', 0, true), senderFrom('c', 0, true)]
  expect(known.map((sender) => slow.enter(sender))).toEqual([true, true])
  expect(slow.enter(senderFrom('d'))).toBe(false)
  expect(known.some(({ isEnded }) => isEnded)).toBe(false)
})
