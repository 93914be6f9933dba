import { constants, setPriority } from 'node:os'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { UnfitFile, type PictureTask, type UnfitReason } from './picture-task.ts'

/**
 * The process in which uploaded files are decoded. It knows nothing of the site: no database, no settings, no secrets.
 * A second thread ends the whole process when it takes too much memory or processor time; on a busy machine wall time
 * would end honest work, too.
 */

const maxBytes = 700 * 1024 * 1024
const watchEveryMs = 20

export interface PictureRequest {
  task: PictureTask
  maxProcessorMs: number
}

export type PictureAnswer =
  | { ok: true; result: unknown }
  | { ok: false; reason: UnfitReason | undefined; message: string }

if (isMainThread) {
  // Requests have priority over it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const endAt = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity)
  new Worker(new URL(import.meta.url), { workerData: endAt }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', ({ task, maxProcessorMs }: PictureRequest) => {
    endAt[0] = processorMs() + maxProcessorMs
    void answer(task).finally(() => (endAt[0] = Infinity))
  })
} else {
  const endAt = workerData as Float64Array
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
    if (processorMs() > endAt[0]!) process.kill(process.pid, 'SIGTERM')
  }, watchEveryMs)
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function answer(task: PictureTask) {
  const reply: PictureAnswer = await work(task).then(
    (result) => ({ ok: true, result }),
    (error: unknown) => ({
      ok: false,
      reason: error instanceof UnfitFile ? error.reason : undefined,
      message: error instanceof Error ? error.message : String(error),
    }),
  )
  process.send?.(reply)
}

/** Each kind of work loads its library with its first file. */
async function work(task: PictureTask): Promise<unknown> {
  switch (task.kind) {
    case 'master':
      return (await import('./picture-work.server.ts')).makeMaster(task.picture)
    case 'variant':
      return (await import('./picture-work.server.ts')).makeVariant(task)
    case 'draw':
      return (await import('./picture-work.server.ts')).drawPng(task.svg)
    case 'pdf':
      return (await import('./pdf-work.server.ts')).readPdf(task.path, task.withCover)
    case 'archive':
      return (await import('#server/files/archive-work.server.ts')).readOfficeKind(task.path)
  }
}
