import type { ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { explainListening } from '#server/http/listen-errors.ts'
import type { ToWorker } from './worker-messages.ts'

const mostWaiting = 1000

/**
 * Takes connections and hands each to one of the serving processes. Nothing of a connection is read here, so that one
 * which a process died on before taking it is given to another, and those who come while nobody serves can wait.
 */
export class ConnectionListener {
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
    this.#receive(socket),
  )
  /** Who is given connections, the one longest without a new one first. */
  readonly #serving = new Set<ChildProcess>()
  readonly #handed = new Map<ChildProcess, Map<number, Socket>>()
  #waiting: Socket[] = []
  #count = 0

  /** Tells the port, which the system has chosen where 0 was asked for. */
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

  /** It is given nothing more; what it was given stays with it. */
  dismiss(worker: ChildProcess) {
    this.#serving.delete(worker)
  }

  noteTaken(worker: ChildProcess, connection: number) {
    const handed = this.#handed.get(worker)
    // Only our copy: the process has its own.
    handed?.get(connection)?.destroy()
    handed?.delete(connection)
  }

  /** To be called when all that the process ever said has been heard. */
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
      return void (this.#waiting.length < mostWaiting ? this.#waiting.push(socket) : socket.destroy())
    this.#serving.delete(worker)
    this.#serving.add(worker)
    const connection = ++this.#count
    this.#handed.get(worker)?.set(connection, socket)
    const message: ToWorker = { to: 'serve', connection }
    worker.send(message, socket, { keepOpen: true }, () => undefined)
  }

  /** Whoever has the fewest that it has not taken yet: one that is busy for long does not keep others waiting. */
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
