import type { Socket } from 'node:net'
import type { Families, FromWorker, ToWorker } from './worker-messages.ts'

/** What a serving process has from its parent, where it has one. */

type MetricsMessage = Extract<ToWorker, { to: 'figures' }>

export interface WorkerChannel {
  number: number
  /** Calls what fits whenever the parent speaks. */
  listen(on: {
    serve: (socket: Socket) => void
    work: () => void
    leave: () => void
    readMetrics: () => Families
  }): void
  reportOpen(address: { host: string; port: number }): void
  reportRested(): void
  /** The figures of all processes beside each other; nothing when the parent does not answer. */
  gatherMetrics(): Promise<MetricsMessage | undefined>
}

const timeoutMs = 2000

export function openWorkerChannel(): WorkerChannel | undefined {
  const number = Number(process.env['WORKER_NUMBER'])
  if (!process.connected || !number) return undefined
  // Whoever started it is gone, and nobody would ever give it a connection again.
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
        if (message.to === 'tell-figures')
          send({ is: 'figures', question: message.question, families: on.readMetrics() })
        if (message.to === 'figures') waiting.get(message.question)?.(message)
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
        send({ is: 'asking-figures', question })
      }).finally(() => waiting.delete(question))
    },
  }
}

function send(message: FromWorker) {
  if (process.connected) process.send?.(message)
}
