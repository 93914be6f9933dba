import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '#server/observe/log.server.ts'

const mostAhead = 16
const ahead = new WeakMap<Socket, number>()

/**
 * Whether somebody sends request after request without waiting for the answers. Each would be worked on at once and
 * its answer kept until those before it have been read, so that a few lines could fill the memory.
 */
export function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // What was read together with too much is not looked at any more.
  if (socket.destroyed) return true
  // An answer that is next has the line already.
  if (response.socket) return false
  const count = (ahead.get(socket) ?? 0) + 1
  ahead.set(socket, count)
  response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
  if (count <= mostAhead) return false
  log('request.too-far-ahead')
  return true
}
