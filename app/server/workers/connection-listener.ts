import type { ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { explainListening } from '#server/http/listen-errors.ts'
import type { ToWorker } from './worker-messages.ts'

const maxWaiting = 1000

/**
 * Accepts connections and hands each to a worker. Nothing of a connection is read here, so that one whose worker died
 * before taking it goes to another, and new ones can wait while no worker serves.
 */
export class ConnectionListener {
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
    this.#receive(socket),
  )
  /** Workers that get connections; the one longest without a new one comes first. */
  readonly #serving = new Set<ChildProcess>()
  readonly #handed = new Map<ChildProcess, Map<number, Socket>>()
  #waiting: Socket[] = []
  #count = 0

  /** Returns the port, which the system chooses if it is 0. */
  open(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error) => reject(explainListening(error, { host, port })))
      this.#server.listen(port, host, () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  close() {
    this.#server.close()
    for (const socket of this.#waiting) socket.destroy()
  }

  admit(worker: ChildProcess) {
    this.#serving.add(worker)
    this.#handed.set(worker, new Map())
    for (const socket of this.#waiting.splice(0)) this.#hand(socket)
  }

  /** The worker gets no more connections and keeps those it has. */
  dismiss(worker: ChildProcess) {
    this.#serving.delete(worker)
  }

  noteTaken(worker: ChildProcess, connection: number) {
    const handed = this.#handed.get(worker)
    // This closes only our copy; the worker has its own.
    handed?.get(connection)?.destroy()
    handed?.delete(connection)
  }

  /** Call it when all messages of the worker have been handled. */
  noteGone(worker: ChildProcess) {
    this.dismiss(worker)
    const left = this.#handed.get(worker)
    this.#handed.delete(worker)
    for (const socket of left?.values() ?? []) this.#hand(socket)
  }

  #receive(socket: Socket) {
    socket.on('error', () => undefined)
    this.#hand(socket)
  }

  #hand(socket: Socket) {
    const worker = this.#choose()
    if (!worker)
      return void (this.#waiting.length < maxWaiting ? this.#waiting.push(socket) : socket.destroy())
    this.#serving.delete(worker)
    this.#serving.add(worker)
    const connection = ++this.#count
    this.#handed.get(worker)?.set(connection, socket)
    const message: ToWorker = { to: 'serve', connection }
    worker.send(message, socket, { keepOpen: true }, () => undefined)
  }

  /** The worker with the fewest connections it has not taken yet, so that a busy one delays nobody. */
  #choose(): ChildProcess | undefined {
    let chosen: ChildProcess | undefined
    for (const worker of this.#serving)
      if (worker.connected && (!chosen || this.#backlog(worker) < this.#backlog(chosen))) chosen = worker
    return chosen
  }

  #backlog(worker: ChildProcess): number {
    return this.#handed.get(worker)?.size ?? 0
  }
}
