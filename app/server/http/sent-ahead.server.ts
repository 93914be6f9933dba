import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '#server/observe/log.server.ts'

const maxAhead = 16
const ahead = new WeakMap<Socket, number>()

/**
 * Whether a client sends request after request without waiting for the answers. All would be processed in parallel and
 * their answers held until the earlier ones have been read, so a few connections could fill the memory.
 */
export function isTooFarAhead({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // What was read together with the excess is ignored.
  if (socket.destroyed) return true
  // The next answer already has the connection.
  if (response.socket) return false
  const count = (ahead.get(socket) ?? 0) + 1
  ahead.set(socket, count)
  response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
  if (count <= maxAhead) return false
  log('request.too-far-ahead')
  return true
}
