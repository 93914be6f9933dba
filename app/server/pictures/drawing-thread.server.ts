import { Worker } from 'node:worker_threads'
import { FairQueue } from '#server/load/fair-queue.ts'

/**
 * Documents are rendered in a separate thread: one takes up to half a second, during which nothing else would be
 * served.
 */

interface Limits {
  maxWaiting: number
  maxPerSender: number
  /** How long a document may wait for its turn. */
  maxWaitMs: number
  /** How much processor time a document may take: on a busy machine a clock would end what is merely delayed. */
  maxMs: number
  /** After this long without work the thread ends and frees its memory. */
  idleMs: number
}

const usual: Limits = {
  maxWaiting: 30,
  maxPerSender: 10,
  maxWaitMs: 10_000,
  maxMs: 20_000,
  idleMs: 10_000,
}

const maxMegabytes = 256

/** A thread that waits for something uses no processor time, so it ends after this many times the limit. */
const slowestMachine = 6

/** The thread's answer for each document. */
export type Drawn = { ok: true; bytes: Uint8Array } | { ok: false; message: string }

export class DrawingThread {
  readonly #entry: URL
  readonly #limits: Limits
  readonly #queue: FairQueue
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(entry: URL, limits: Partial<Limits> = {}) {
    this.#entry = entry
    this.#limits = { ...usual, ...limits }
    const { maxWaiting, maxPerSender, maxWaitMs } = this.#limits
    this.#queue = new FairQueue({ atOnce: 1, maxWaiting, maxPerSender, maxMs: maxWaitMs })
  }

  /** Undefined if too many are already waiting, in all or of this sender. */
  async draw(kind: string, given: unknown, sender: string): Promise<Buffer | undefined> {
    if (!(await this.#queue.enter(sender))) return undefined
    try {
      return await this.#drawNow(kind, given)
    } finally {
      this.#queue.leave(sender)
    }
  }

  #drawNow(kind: string, given: unknown): Promise<Buffer> {
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    // A pending document keeps the process alive; an idle thread does not.
    thread.ref()
    return new Promise((resolve, reject) => {
      const usedBefore = usedMs(thread)
      let timer = setTimeout(() => void checkTime(), this.#limits.maxMs)
      const checkTime = async () => {
        const left = this.#limits.maxMs - (await usedMs(thread)) + (await usedBefore)
        if (isSettled) return
        const isOver = left <= 0 || performance.now() - startedAt > slowestMachine * this.#limits.maxMs
        if (isOver) settle(() => reject(new Error(`Drawing ${kind} took too long.`)), true)
        else timer = setTimeout(() => void checkTime(), left)
      }
      const startedAt = performance.now()
      let isSettled = false
      const settle = (done: () => void, isBroken: boolean) => {
        isSettled = true
        clearTimeout(timer)
        thread.off('message', onDrawn).off('error', onError).off('exit', onExit)
        thread.unref()
        if (isBroken) this.#end(thread)
        else this.#idle = setTimeout(() => this.#end(thread), this.#limits.idleMs).unref()
        done()
      }
      const onDrawn = (drawn: Drawn) =>
        settle(
          () => (drawn.ok ? resolve(Buffer.from(drawn.bytes)) : reject(new Error(drawn.message))),
          !drawn.ok,
        )
      const onError = (error: unknown) => settle(() => reject(error), true)
      const onExit = () => settle(() => reject(new Error('The drawing thread ended during its work.')), true)
      thread.once('message', onDrawn).once('error', onError).once('exit', onExit)
      thread.postMessage({ kind, given }, [])
    })
  }

  #start(): Worker {
    return new Worker(this.#entry, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    })
  }

  #end(thread: Worker) {
    if (this.#thread === thread) this.#thread = undefined
    void thread.terminate()
  }
}

/** Zero for a thread that is only starting. */
function usedMs(thread: Worker): Promise<number> {
  return thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  )
}

/** Beside this file in the build; the root `drawing-worker.ts` defines each kind of document. */
const shared = new DrawingThread(new URL('./drawing-worker.js', import.meta.url))

export function drawInThread(kind: string, given: unknown, sender: string): Promise<Buffer | undefined> {
  return shared.draw(kind, given, sender)
}
