import type { Socket } from 'node:net'
import type { Families, FromWorker, ToWorker } from './worker-messages.ts'

/** What a serving process has from its parent, where it has one. */

type Told = Extract<ToWorker, { to: 'figures' }>

export interface WorkerLink {
  number: number
  /** Calls what fits whenever the parent speaks. */
  listen(on: {
    serve: (socket: Socket) => void
    work: () => void
    leave: () => void
    tellFigures: () => Families
  }): void
  tellOpen(place: { host: string; port: number }): void
  tellRested(): void
  /** The figures of all processes beside each other; nothing when the parent does not answer. */
  gatherFigures(): Promise<Told | undefined>
}

const timeoutMs = 2000

export function openWorkerLink(): WorkerLink | undefined {
  const number = Number(process.env['WORKER_NUMBER'])
  if (!process.connected || !number) return undefined
  // Whoever started it is gone, and nobody would ever give it a connection again.
  process.once('disconnect', () => process.exit(0))
  const waiting = new Map<number, (told: Told) => void>()
  let questions = 0
  return {
    number,
    listen(on) {
      process.on('message', (message: ToWorker, socket?: Socket) => {
        if (message.to === 'serve') {
          say({ is: 'taken', connection: message.connection })
          if (socket) on.serve(socket)
        }
        if (message.to === 'work') on.work()
        if (message.to === 'leave') on.leave()
        if (message.to === 'tell-figures')
          say({ is: 'figures', question: message.question, families: on.tellFigures() })
        if (message.to === 'figures') waiting.get(message.question)?.(message)
      })
    },
    tellOpen: ({ host, port }) => say({ is: 'open', host, port }),
    tellRested: () => say({ is: 'rested' }),
    gatherFigures() {
      const question = ++questions
      return new Promise<Told | undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), timeoutMs)
        waiting.set(question, (told) => {
          clearTimeout(timer)
          resolve(told)
        })
        say({ is: 'asking-figures', question })
      }).finally(() => waiting.delete(question))
    },
  }
}

function say(message: FromWorker) {
  if (process.connected) process.send?.(message)
}
