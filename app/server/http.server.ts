import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { Duplex } from 'node:stream'
import type { Asset, Assets } from './assets.server.ts'
import { logError } from './log.server.ts'
import { chooseEncoding, type CachedPage, type PageCache } from './page-cache.server.ts'
import { checkRequest, type Refusal } from './request-check.server.ts'

/** Answers a request by the router, or by the error page where it was refused before. */
export type Respond = (request: Request, refusal?: Refusal) => Promise<Response>

interface Parts {
  origin: string
  assets: Assets
  cache: PageCache
  respond: Respond
}

export function createHttpServer(parts: Parts): Server {
  const server = createServer((request, response) => {
    const hit = findReady(parts, request)
    if (hit) return sendReady(request, response, hit)
    answer(parts, request, response).catch((error: unknown) => {
      logError('answer.failed', error, { path: request.url?.slice(0, 200) })
      response.destroy()
    })
  })
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  server.on('clientError', answerUnreadable)
  return server
}

/** What can be sent at once: a built file, or a page whose content is still the latest. */
function findReady({ assets, cache }: Parts, request: IncomingMessage): Asset | CachedPage | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const address = request.url!
  if (address.startsWith('/assets/') || assets.has(address)) return assets.get(address)
  if (hasSession(request)) return undefined
  const page = cache.find(address)
  return page && cache.isFresh(page, Date.now()) ? page : undefined
}

function sendReady(request: IncomingMessage, response: ServerResponse, ready: Asset | CachedPage) {
  const answer = ready.answers[chooseEncoding(request.headers['accept-encoding'])]
  if (request.headers['if-none-match'] === ready.etag) {
    response.writeHead(304, answer.notModified).end()
  } else {
    response.writeHead(200, answer.headers).end(answer.body)
  }
}

async function answer(parts: Parts, incoming: IncomingMessage, outgoing: ServerResponse) {
  const refusal = checkRequest(incoming, parts.origin)
  if (refusal?.redirect) return void outgoing.writeHead(308, { location: refusal.redirect }).end()

  const request = toRequest(parts.origin, incoming, outgoing, refusal)
  const cacheable =
    !refusal && request.method === 'GET' && !hasSession(incoming) && isCacheableAddress(incoming.url!)
  if (!cacheable) return sendResponse(outgoing, await parts.respond(request, refusal))

  const made = await makeOnce(parts, incoming.url!, request)
  if (made instanceof Response) return sendResponse(outgoing, made.clone())
  sendReady(incoming, outgoing, made)
}

function toRequest(
  origin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal?: Refusal,
): Request {
  // A refused address may not even be a URL; the router then renders the error page at a plain one.
  if (refusal) return new Request(`${origin}/-`, { headers: { accept: incoming.headers.accept ?? '' } })
  const { protocol, host } = new URL(origin)
  return createRequest(incoming, outgoing, { protocol, host })
}

const underWay = new WeakMap<PageCache, Map<string, Promise<CachedPage | Response>>>()

/** Many readers of a page that has just changed wait for one rendering of it. */
function makeOnce(parts: Parts, address: string, request: Request): Promise<CachedPage | Response> {
  const pages = underWay.get(parts.cache) ?? new Map<string, Promise<CachedPage | Response>>()
  underWay.set(parts.cache, pages)
  const known = pages.get(address)
  if (known) return known
  const making = makePage(parts, address, request).finally(() => pages.delete(address))
  pages.set(address, making)
  return making
}

async function makePage(
  { cache, respond }: Parts,
  address: string,
  request: Request,
): Promise<CachedPage | Response> {
  const version = cache.version
  const response = await respond(request)
  if (response.status >= 500) return cache.find(address) ?? response
  if (!isForEverybody(response)) return response
  const body = Buffer.from(await response.arrayBuffer())
  return cache.keep(address, version, response.headers, body, Date.now())
}

function isForEverybody(response: Response) {
  return (
    response.status === 200 &&
    !response.headers.has('set-cookie') &&
    !!response.headers.get('cache-control')?.startsWith('public, max-age=0')
  )
}

/** Queries that no page knows would fill the cache with copies. */
const knownParameters = new Set([
  'q',
  'page',
  'name',
  'discipline',
  'country',
  'year',
  'grade',
  'type',
  'title',
  'path',
])

function isCacheableAddress(address: string): boolean {
  const query = address.split('?')[1]
  if (!query) return true
  return (
    query.length <= 300 && [...new URLSearchParams(query).keys()].every((name) => knownParameters.has(name))
  )
}

function hasSession(request: IncomingMessage): boolean {
  const cookie = request.headers.cookie
  return cookie !== undefined && /(?:^|;\s*)(?:__Host-)?iaps_session=/.test(cookie)
}

function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const sentence = tooLarge
    ? 'The address or the headers of this request are too long.'
    : 'This request could not be read.'
  const body = `<!doctype html><html lang="en"><title>${status}</title><p>${sentence} <a href="/">Go to the home page</a>.</p></html>`
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
