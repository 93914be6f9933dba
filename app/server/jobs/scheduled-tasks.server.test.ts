import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startScheduledTasks } from './scheduled-tasks.server.ts'

test('while a task runs it is not started again, and what was left out is not made up for', async () => {
  const gate = Promise.withResolvers<void>()
  let starts = 0
  const slow = async () => {
    starts++
    await gate.promise
  }
  const stop = startScheduledTasks({ slow }, 5)
  await sleep(50)
  const stopped = stop()
  gate.resolve()
  await stopped

  expect(starts).toBe(1)
})
