import type { IncomingMessage, ServerResponse } from 'node:http'
import { shortened } from '#server/http/client-address.server.ts'
import type { SiteAddresses } from '#server/http/site-addresses.ts'
import { log } from './log.server.ts'

export type AccessLog = (request: IncomingMessage, response: ServerResponse) => void

interface Parts {
  site: SiteAddresses
  /** The pattern of the route that answers at a path. */
  nameOf: (path: string) => string
  addressOf: (request: IncomingMessage) => string
}

/**
 * Writes one line for each request if ACCESS_LOG is set: the network it came from, never the whole address, and the
 * path only if it names nobody and gives access to nothing. Queries are left out.
 */
export function openAccessLog({ site, nameOf, addressOf }: Parts): AccessLog {
  return (request, response) => {
    const started = performance.now()
    const { socket, url = '' } = request
    const before = socket.bytesWritten
    const from = shortened(addressOf(request))
    response.once('close', () => {
      const path = url.split('?', 1)[0]!
      const isPublic =
        !site.uncounted.test(path) && !site.ofOneBrowser.test(path) && !site.credentials.test(path)
      log('request', {
        ...{ from, method: request.method, route: nameOf(path) },
        ...(isPublic && { path: path.slice(0, 200) }),
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
        bytes: socket.bytesWritten - before,
      })
    })
  }
}
