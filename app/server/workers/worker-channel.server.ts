import type { Socket } from 'node:net'
import type { Families, FromWorker, ToWorker } from './worker-messages.ts'

/** How a worker talks to its supervisor, if it has one. */

type MetricsMessage = Extract<ToWorker, { to: 'metrics' }>

export interface WorkerChannel {
  number: number
  /** Calls the matching handler for each message of the supervisor. */
  listen(on: {
    serve: (socket: Socket) => void
    work: () => void
    leave: () => void
    readMetrics: () => Families
  }): void
  reportOpen(address: { host: string; port: number }): void
  reportRested(): void
  /** The metrics of all processes; undefined when the supervisor does not answer. */
  gatherMetrics(): Promise<MetricsMessage | undefined>
}

const timeoutMs = 2000

export function openWorkerChannel(): WorkerChannel | undefined {
  const number = Number(process.env['WORKER_NUMBER'])
  if (!process.connected || !number) return undefined
  // The supervisor is gone, so no connection would ever arrive again.
  process.once('disconnect', () => process.exit(0))
  const waiting = new Map<number, (message: MetricsMessage) => void>()
  let questions = 0
  return {
    number,
    listen(on) {
      process.on('message', (message: ToWorker, socket?: Socket) => {
        if (message.to === 'serve') {
          send({ is: 'taken', connection: message.connection })
          if (socket) on.serve(socket)
        }
        if (message.to === 'work') on.work()
        if (message.to === 'leave') on.leave()
        if (message.to === 'report-metrics')
          send({ is: 'metrics', question: message.question, families: on.readMetrics() })
        if (message.to === 'metrics') waiting.get(message.question)?.(message)
      })
    },
    reportOpen: ({ host, port }) => send({ is: 'open', host, port }),
    reportRested: () => send({ is: 'rested' }),
    gatherMetrics() {
      const question = ++questions
      return new Promise<MetricsMessage | undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), timeoutMs)
        waiting.set(question, (message) => {
          clearTimeout(timer)
          resolve(message)
        })
        send({ is: 'request-metrics', question })
      }).finally(() => waiting.delete(question))
    },
  }
}

function send(message: FromWorker) {
  if (process.connected) process.send?.(message)
}
