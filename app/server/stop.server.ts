import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { logError } from './log.server.ts'

const longestWaitMs = 8000
const echoMs = 1000

/** Ends the process in good order at the first Ctrl-C or request to end, and at once at the second. */
export function stopOnSignal(stop: () => Promise<void>, drainMs = 0) {
  let first: number | undefined
  const onSignal = () => {
    if (first !== undefined) {
      // The terminal and npm both pass on one Ctrl-C; only a later one is meant as a second.
      if (performance.now() - first > echoMs) process.exit(1)
      return
    }
    first = performance.now()
    setTimeout(() => process.exit(0), longestWaitMs + drainMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logError('stop.failed', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Gives the way to close the server: no new connections, but every answer that is under way is finished. */
export function gentleCloser(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    new Promise((resolve) => {
      // A connection that a browser opened in advance counts as busy although it never asked for anything.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
      server.close(() => {
        clearInterval(closingIdle)
        resolve()
      })
    })
}
