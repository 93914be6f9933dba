import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '#server/observe/log.server.ts'

const windowMs = 30_000
const minBytes = 16_384
const lingerMs = 5000
const lingerBytes = 64_000_000
const lingerCheckMs = 100

/**
 * Closes the connection if hardly anything of a body arrives for 30 seconds: no real connection is that slow, and a
 * thousand such senders would hold a thousand connections. Time in which we ourselves do not read does not count.
 */
export function closeWhenSlow(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { ms = windowMs, bytes = minBytes } = {},
): void {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return
  let seen = incoming.socket.bytesRead
  const timer = setInterval(() => {
    if (incoming.complete) return clearInterval(timer)
    const now = incoming.socket.bytesRead
    const isSlow = now - seen < bytes && incoming.readableLength === 0
    seen = now
    if (!isSlow) return
    log('request.slow', { path: incoming.url?.replace(/\?.*/s, '').slice(0, 200) })
    incoming.socket.destroy()
  }, ms)
  timer.unref()
  outgoing.once('close', () => clearInterval(timer))
  outgoing.once('finish', () => endAfterAnswer(incoming))
}

/**
 * A body that is still arriving after the answer is not needed; the sender gets some time to read the answer, and may
 * send only so much meanwhile.
 */
function endAfterAnswer(incoming: IncomingMessage) {
  if (incoming.complete) return
  const { socket } = incoming
  const lastMs = performance.now() + lingerMs
  const lastByte = socket.bytesRead + lingerBytes
  const timer = setInterval(() => {
    if (incoming.complete || socket.destroyed) return clearInterval(timer)
    if (performance.now() >= lastMs || socket.bytesRead >= lastByte) socket.destroy()
  }, lingerCheckMs).unref()
}

/**
 * Disconnects a client that reads nothing of an answer, so that nobody can fill our memory and connections with pending
 * answers. Node emits a timeout when nothing was sent or received; while we are still working the timer is set again,
 * and Node closes idle connections itself.
 */
export function closeWhenUnread(outgoing: ServerResponse, ms: number): void {
  outgoing.on('timeout', closeIfUnread).setTimeout(ms)
}

function closeIfUnread(socket: Socket) {
  if (socket.writableLength === 0) return void socket.setTimeout(socket.timeout ?? 0)
  log('answer.unread', { waiting_bytes: socket.writableLength })
  socket.destroy()
}
