import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { logError } from '#server/observe/log.server.ts'

const maxWaitMs = 8000
const repeatedSignalMs = 1000

/** Shuts down gracefully at the first Ctrl-C or SIGTERM, and immediately at the second. */
export function stopOnSignal(stop: () => Promise<void>, drainMs = 0) {
  let first: number | undefined
  const onSignal = () => {
    if (first !== undefined) {
      // The terminal and npm both pass on one Ctrl-C; only a later one counts as the second.
      if (performance.now() - first > repeatedSignalMs) process.exit(1)
      return
    }
    first = performance.now()
    endBy(stop, maxWaitMs + drainMs)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Exits when that is done, and after the given time in any case. */
export function endBy(stop: () => Promise<void>, withinMs: number) {
  setTimeout(() => process.exit(0), withinMs).unref()
  stop().then(
    () => process.exit(0),
    (error: unknown) => {
      logError('stop.failed', error)
      process.exit(1)
    },
  )
}

const unusedMs = 6000

/**
 * Returns a function that closes the server: no new connections, but every answer that has started is finished. A
 * patient close, for a server that gets its connections from another process, leaves idle ones until their timeout: a
 * request may be on its way on any of them.
 */
export function gentleCloser(server: Server): (how?: { waitsForIdle: boolean }) => Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const closeUnused = () => {
    // A connection that a browser opened in advance counts as busy although it never sent a request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  return ({ waitsForIdle } = { waitsForIdle: false }) => {
    if (waitsForIdle) setTimeout(closeUnused, unusedMs)
    else {
      closeUnused()
      server.close()
    }
    return new Promise((resolve) => {
      const looking = setInterval(() => {
        if (!waitsForIdle) server.closeIdleConnections()
        if (server.listening || sockets.size > 0) return
        clearInterval(looking)
        resolve()
      }, 10)
    })
  }
}
