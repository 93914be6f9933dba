import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '#server/config/config-error.ts'
import { ConnectionListener } from './connection-listener.ts'
import { inAddress } from '#server/http/listen-errors.ts'
import { log } from '#server/observe/log.server.ts'
import { stopOnSignal } from '#server/http/stop.server.ts'
import type { FromWorker, ToWorker, WorkerMetrics } from './worker-messages.ts'

/**
 * Several workers on one port. The supervisor opens no database and answers no request: it hands out connections,
 * replaces a worker that died, and replaces all of them one by one on SIGHUP.
 */

const max = 64
const firstWaitMs = 100
const maxWaitMs = 30_000
const settledMs = 60_000
const metricsWithinMs = 1000

export async function superviseWorkers() {
  const count = readWorkers(process.env['WORKERS'])
  if (count === undefined) {
    console.error(`WORKERS must be a whole number from 1 to ${max}, not "${process.env['WORKERS']}".`)
    process.exit(1)
  }
  const supervisor = new Supervisor(count)
  stopOnSignal(() => supervisor.stop(), drainMs() + 2000)
  process.on('SIGHUP', () => supervisor.replaceAll())
  await supervisor.open().catch((error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  })
}

function readWorkers(text = ''): number | undefined {
  const count = Number(text)
  return /^\d{1,2}$/.test(text) && count >= 1 && count <= max ? count : undefined
}

/** The workers report an invalid value. */
function drainMs(): number {
  return (Number(process.env['DRAIN_SECONDS']) || 0) * 1000
}

type Opened = FromWorker & { is: 'open' }

class Supervisor {
  readonly #count: number
  readonly #listener = new ConnectionListener()
  readonly #living = new Set<ChildProcess>()
  /** The serving worker of each number. One that is leaving is no longer in it. */
  readonly #current = new Map<number, ChildProcess>()
  readonly #waits = new Map<number, number>()
  readonly #requested = new Map<number, (message: FromWorker & { is: 'metrics' }) => void>()
  #background: ChildProcess | undefined
  #lastQuestion = 0
  #deaths = 0
  #isReplacing = false
  #isToReplaceAgain = false
  #isStopping = false

  constructor(count: number) {
    this.#count = count
  }

  /** The first worker starts alone: it migrates the database, loads the starter content and reports what is wrong. */
  async open() {
    const first = await this.#begin(1)
    if (!first) return this.#isStopping ? undefined : process.exit(1)
    const port = await this.#listener.open(first.host, first.port)
    console.log(`The site is running at http://${inAddress(first.host)}:${port}`)
    const others = Array.from({ length: this.#count - 1 }, (_, index) => index + 2)
    const started = await Promise.all(others.map((number) => this.#begin(number)))
    others.forEach((number, index) => started[index] === undefined && this.#beginLater(number))
    log('workers.open', { count: this.#count })
  }

  async stop() {
    this.#isStopping = true
    const ends = [...this.#living].map((worker) => once(worker, 'exit'))
    for (const worker of this.#living) worker.kill('SIGTERM')
    await sleep(drainMs())
    this.#listener.close()
    await Promise.all(ends)
  }

  /** Each worker leaves when its successor is serving; if that one does not start, the old ones stay. */
  replaceAll() {
    this.#isToReplaceAgain = true
    if (!this.#isReplacing) void this.#replaceInTurn()
  }

  async #replaceInTurn() {
    this.#isReplacing = true
    while (this.#isToReplaceAgain && !this.#isStopping) {
      this.#isToReplaceAgain = false
      for (const [number, old] of [...this.#current]) {
        if ((await this.#begin(number)) === undefined) {
          log('workers.not-replaced', { worker: number })
          break
        }
        this.#listener.dismiss(old)
        send(old, { to: 'leave' })
      }
      log('workers.replaced', { pids: [...this.#current.values()].map(({ pid }) => pid) })
    }
    this.#isReplacing = false
  }

  /** Starts a worker with that number and makes it the current one as soon as it can serve; resolves to its listen address. */
  #begin(number: number): Promise<Opened | undefined> {
    const worker = fork(process.argv[1]!, { env: { ...process.env, WORKER_NUMBER: String(number) } })
    const startedAt = performance.now()
    this.#living.add(worker)
    return new Promise((resolve) => {
      worker.on('message', (message: FromWorker) => {
        if (message.is !== 'open') return this.#onMessage(worker, message)
        this.#current.set(number, worker)
        this.#listener.admit(worker)
        this.#assignBackground()
        resolve(message)
      })
      // Not on disconnect, which is not emitted while a connection is being sent.
      worker.once('close', () => this.#listener.noteGone(worker))
      worker.once('exit', (code: number | null, signal: string | null) => {
        resolve(undefined)
        this.#noteEnd(worker, number, { code, signal, servedMs: performance.now() - startedAt })
      })
    })
  }

  #onMessage(worker: ChildProcess, message: FromWorker) {
    if (message.is === 'taken') this.#listener.noteTaken(worker, message.connection)
    if (message.is === 'rested') this.#unassignBackground(worker)
    if (message.is === 'metrics') this.#requested.get(message.question)?.(message)
    if (message.is === 'request-metrics') void this.#sendMetrics(worker, message.question)
  }

  #noteEnd(
    worker: ChildProcess,
    number: number,
    end: { code: number | null; signal: string | null; servedMs: number },
  ) {
    const wasServing = this.#current.get(number) === worker
    if (wasServing) this.#current.delete(number)
    this.#living.delete(worker)
    this.#unassignBackground(worker)
    if (this.#isStopping) return
    const facts = { worker: number, pid: worker.pid, code: end.code, signal: end.signal }
    if (!wasServing) return log('worker.left', facts)
    this.#deaths++
    log('worker.died', facts)
    if (end.servedMs > settledMs) this.#waits.delete(number)
    this.#beginLater(number)
  }

  /** Waits twice as long after each try, so that a process that cannot start does not starve the others. */
  #beginLater(number: number) {
    const wait = this.#waits.get(number) ?? firstWaitMs
    this.#waits.set(number, Math.min(wait * 2, maxWaitMs))
    setTimeout(async () => {
      if (this.#isStopping || this.#current.has(number)) return
      if ((await this.#begin(number)) === undefined) this.#beginLater(number)
    }, wait)
  }

  /** One worker at a time does the background work of this machine. */
  #assignBackground() {
    if (this.#background || this.#isStopping) return
    this.#background = this.#current.values().next().value
    if (this.#background) send(this.#background, { to: 'work' })
  }

  #unassignBackground(from: ChildProcess) {
    if (this.#background !== from) return
    this.#background = undefined
    this.#assignBackground()
  }

  async #sendMetrics(requester: ChildProcess, question: number) {
    const of = await Promise.all([...this.#current].map(([number, worker]) => this.#request(number, worker)))
    send(requester, { to: 'metrics', question, of, deaths: this.#deaths })
  }

  #request(number: number, worker: ChildProcess): Promise<WorkerMetrics> {
    const question = ++this.#lastQuestion
    return new Promise<WorkerMetrics>((resolve) => {
      const timer = setTimeout(() => resolve({ worker: number }), metricsWithinMs)
      this.#requested.set(question, ({ families }) => {
        clearTimeout(timer)
        resolve({ worker: number, families })
      })
      send(worker, { to: 'report-metrics', question })
    }).finally(() => this.#requested.delete(question))
  }
}

function send(worker: ChildProcess, message: ToWorker) {
  // A worker that has just died is handled on exit.
  if (worker.connected) worker.send(message, () => undefined)
}
