import { expect, test } from 'vitest'
import { EventLoopDelay } from './event-loop-delay.ts'

/** Whether the process counts as late after each of these times between two ticks. */
function after(...times: number[]): boolean[] {
  const loopDelay = new EventLoopDelay(0)
  loopDelay.close()
  let now = 0
  return times.map((ms) => {
    loopDelay.tick((now += ms))
    return loopDelay.isLagging
  })
}

test('a process that is on time, or late once, is not late', () => {
  expect(after(250, 260, 5000, 250, 900, 900, 250)).toEqual(Array(7).fill(false))
})

test('a process is late at the third long turn in a row, until a short one', () => {
  expect(after(800, 800, 800, 4000, 250, 800)).toEqual([false, false, true, true, false, false])
})
