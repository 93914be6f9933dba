import { randomBytes, randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { chooseEncoding } from '#server/cache/page-cache.server.ts'
import type { SiteAddresses } from './site-addresses.ts'

/**
 * Whether an answer is compressed that was not made for everyone. The length of a compressed page depends on whether
 * its parts resemble each other, so an attacker who puts guesses into a page, and has it sent again and again, learns
 * what else is in it (https://breachattack.com). Two rules prevent this: a page for one visitor is compressed only if
 * no other site caused the request, and a page with a key, a code or a link that opens something never is.
 */
export function mayCompress(site: SiteAddresses, request: IncomingMessage, response: Response): boolean {
  return (
    response.body !== null &&
    (!isForOneVisitor(site, request) || (isOwnRequest(request) && !site.credentials.test(request.url!))) &&
    !response.headers.has('content-encoding') &&
    /^text\/|json|xml/.test(response.headers.get('content-type') ?? '') &&
    chooseEncoding(request.headers['accept-encoding']) !== 'identity'
  )
}

export function compressFor(site: SiteAddresses, request: IncomingMessage, response: Response): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  if (isForOneVisitor(site, request)) headers.set('x-padding', padding())
  const body = response.body!.pipeThrough(new CompressionStream('gzip'))
  return new Response(body, { status: response.status, headers })
}

export function hasSession({ session }: SiteAddresses, { headers }: IncomingMessage): boolean {
  return headers.cookie !== undefined && session.test(headers.cookie)
}

function isForOneVisitor(site: SiteAddresses, request: IncomingMessage): boolean {
  return hasSession(site, request) || site.personal.test(request.url!) || site.ofOneBrowser.test(request.url!)
}

/** From one of our pages, or from the visitor directly. Browsers write this header, and no script can change it. */
function isOwnRequest({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'none'
}

const maxPadding = 128

/** Blurs the length for someone who wrote a text that staff read, and cannot make them read it twice. */
function padding(): string {
  return randomBytes(randomInt(maxPadding) + 1).toString('hex')
}
