import { logError } from '#server/observe/log.server.ts'

const hour = 3_600_000

/**
 * Runs the tasks now and at each interval, one after the other, unless they are still running. A task that fails stops no
 * other.
 */
export function startScheduledTasks(work: Record<string, (now: Date) => Promise<unknown>>, every = hour) {
  const run = async () => {
    for (const [name, piece] of Object.entries(work))
      await piece(new Date()).catch((error: unknown) => logError('upkeep.failed', error, { name }))
  }
  let running: Promise<void> | undefined
  const start = () => {
    running ??= run().finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(start, every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
