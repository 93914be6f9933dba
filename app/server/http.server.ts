import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { Duplex } from 'node:stream'
import type { Replica } from '#db/replica.server.ts'
import type { Db } from '#db/tables.ts'
import type { Asset, Assets } from './assets.server.ts'
import { answerForFailure, retryAfterSeconds } from './failure-answer.server.ts'
import { sharedHeaders } from './headers.server.ts'
import { log, logError } from './log.server.ts'
import type { Meters } from './meters.server.ts'
import { chooseEncoding, type CachedPage, type PageCache } from './page-cache.server.ts'
import { newReference } from './reference.server.ts'
import { checkRequest, type Refusal } from './request-check.server.ts'
import { closeWhenSlow } from './slow-body.server.ts'
import type { Tracer } from './traces.server.ts'

/** Answers a request by the router, or by the error page where it was refused before. */
export type Respond = (request: Request, refusal?: Refusal, peer?: string, reader?: Db) => Promise<Response>

/** A process that is to stop says so when asked, and one whose place another has taken only goes. */
export interface Standing {
  isOpen: boolean
  isLeaving: boolean
}

interface Parts {
  origin: string
  assets: Assets
  cache: PageCache
  respond: Respond
  /** The content version of the database, or of the replica given, at this moment; undefined while it is away. */
  readVersion: (reader?: Db) => Promise<number | undefined>
  /** What pages for everybody are read from while it is not behind. */
  replica?: Pick<Replica, 'readyFor' | 'leaveAlone'> | undefined
  meters: Meters
  tracer?: Tracer | undefined
  /** Whether who asks may ask again on the same connection. */
  standing: Standing
  /** The pattern of the route that answers at a path. */
  nameOf: (path: string) => string
}

export function createHttpServer(parts: Parts): Server {
  const { tracer } = parts
  const server = createServer((request, response) => {
    if (!tracer) return handle(parts, request, response)
    tracer.follow(request, (span) =>
      handle(
        parts,
        request,
        response,
        span && ((route) => tracer.end(span, request.method!, route, response.statusCode)),
      ),
    )
  })
  server.headersTimeout = 20_000
  // Long enough for a large file; what comes drop by drop is closed much sooner.
  server.requestTimeout = 600_000
  server.on('clientError', (error, socket) => answerUnreadable(error, parts.origin, socket))
  return server
}

function handle(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  tell?: (route: string) => void,
) {
  const { meters } = parts
  const begun = performance.now()
  if (!parts.standing.isOpen || parts.standing.isLeaving) response.shouldKeepAlive = false
  const count = (route: string) => {
    meters.observeRequest(route, response.statusCode, (performance.now() - begun) / 1000)
    tell?.(route)
  }
  const hit = findReady(parts, request)
  if (hit) {
    sendReady(request, response, hit)
    if ('status' in hit) meters.cache.hits++
    return count('status' in hit ? 'cached page' : 'built file')
  }
  answer(parts, request, response)
    .catch((error: unknown) => answerFailed(error, parts.origin, request, response))
    .finally(() => count(parts.nameOf(pathOf(request.url))))
}

/** A route either shows something or takes something; where it refuses one, it does the other. */
function allowed(request: Request, refusal: Refusal | undefined): string {
  if (refusal) return 'GET, HEAD, POST'
  return request.method === 'POST' ? 'GET, HEAD' : 'POST'
}

/** What can be sent at once: a built file, or a page whose content is still the latest. */
function findReady({ assets, cache }: Parts, request: IncomingMessage): Asset | CachedPage | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const address = request.url!
  if (address.startsWith('/assets/') || assets.has(address)) return assets.get(address)
  if (hasSession(request)) return undefined
  const page = cache.find(address)
  return page && cache.isFresh(page, performance.now()) ? page : undefined
}

function sendReady(request: IncomingMessage, response: ServerResponse, ready: Asset | CachedPage) {
  const answer = ready.answers[chooseEncoding(request.headers['accept-encoding'])]
  const status = 'status' in ready ? ready.status : 200
  if (status === 200 && isKnownToAsker(request.headers['if-none-match'], ready.etag)) {
    response.writeHead(304, answer.notModified).end()
  } else {
    response.writeHead(status, answer.headers).end(answer.body)
  }
}

function isKnownToAsker(known: string | undefined, etag: string): boolean {
  if (!known || known === etag) return known === etag
  return known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

async function answer(parts: Parts, incoming: IncomingMessage, outgoing: ServerResponse) {
  const refusal = checkRequest(incoming, parts.origin)
  if (refusal?.redirect)
    return void outgoing
      .writeHead(308, { ...sharedHeaders(parts.origin), location: refusal.redirect, 'content-length': 0 })
      .end()

  closeWhenSlow(incoming, outgoing)
  const request = toRequest(parts.origin, incoming, outgoing, refusal)
  const cacheable =
    !refusal && request.method !== 'POST' && !hasSession(incoming) && isCacheableAddress(incoming.url!)
  if (cacheable) parts.meters.cache.misses++
  const peer = incoming.socket.remoteAddress ?? ''
  const made = await (cacheable
    ? makeSoon(parts, incoming.url!, request)
    : parts.respond(request, refusal, peer))
  if (!(made instanceof Response)) return sendReady(incoming, outgoing, made)
  const response = mayBeShared(made) ? made.clone() : made
  if (response.status === 405) response.headers.set('allow', allowed(request, refusal))
  await sendResponse(outgoing, isSquashable(incoming, response) ? squash(response) : response)
}

/** Pages that are made for one visitor are not compressed: their size must not tell what they hold. */
function isSquashable(request: IncomingMessage, response: Response): boolean {
  return (
    response.body !== null &&
    !hasSession(request) &&
    !/^\/(admin|account)\//.test(request.url!) &&
    !begunForms.test(request.url!) &&
    !response.headers.has('content-encoding') &&
    /^text\/|json|xml/.test(response.headers.get('content-type') ?? '') &&
    chooseEncoding(request.headers['accept-encoding']) !== 'identity'
  )
}

function squash({ body, status, headers }: Response): Response {
  const squashed = new Headers(headers)
  squashed.delete('content-length')
  squashed.set('content-encoding', 'gzip')
  return new Response(body!.pipeThrough(new CompressionStream('gzip')), { status, headers: squashed })
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

const patienceMs = 750

/** While the database is slow, a reader gets the page as it was; the new one is made meanwhile. */
async function makeSoon(parts: Parts, address: string, request: Request): Promise<CachedPage | Response> {
  const making = makeOnce(parts, address, request)
  const old = parts.cache.find(address)
  if (!old) return making
  const late = Promise.withResolvers<CachedPage>()
  const timer = setTimeout(() => late.resolve(old), patienceMs)
  return Promise.race([making, late.promise]).finally(() => clearTimeout(timer))
}

const underWay = new WeakMap<PageCache, Map<string, Promise<CachedPage | Response>>>()

/** Many readers of a page that has just changed wait for one rendering of it. */
async function makeOnce(parts: Parts, address: string, request: Request): Promise<CachedPage | Response> {
  const pages = underWay.get(parts.cache) ?? new Map<string, Promise<CachedPage | Response>>()
  underWay.set(parts.cache, pages)
  const known = pages.get(address)
  if (known) {
    const made = await known
    return mayBeShared(made) ? made : parts.respond(request)
  }
  const making = makePage(parts, address, request).finally(() => pages.delete(address))
  pages.set(address, making)
  return making
}

/** What is not a page for everybody belongs to the one who asked first; an error says the same to all. */
function mayBeShared(made: CachedPage | Response): boolean {
  return !(made instanceof Response) || (made.status >= 400 && !made.headers.has('set-cookie'))
}

async function makePage(parts: Parts, address: string, request: Request): Promise<CachedPage | Response> {
  const { cache } = parts
  const version = cache.version
  // One rendering serves everybody, so it sees nothing of the visitor who happened to ask first.
  const response = await drawWhole(parts, request.url, version)
  if (response.status >= 500) return cache.findOld(address, performance.now()) ?? response
  if (!isForEverybody(response, address)) return response
  const body = Buffer.from(await response.arrayBuffer())
  return cache.keep(address, version, response.headers, body, performance.now(), response.status)
}

/**
 * A page asks the database several times. Where something was published in between, it is drawn once more. The page
 * will count as one of that version, so a replica that has not come so far is not asked.
 */
async function drawWhole(
  { respond, readVersion, replica }: Parts,
  url: string,
  version: number,
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const reader = tries < 3 ? await replica?.readyFor(version) : undefined
    const before = await readVersion(reader)
    const response = await respond(new Request(url), undefined, '', reader)
    if (reader && response.status >= 500) replica?.leaveAlone()
    else if (tries === 3 || (await readVersion(reader)) === before) return response
  }
}

/** A redirect takes hardly any room, so questions made up behind its address would fill the cache with a great many. */
function isForEverybody(response: Response, address: string) {
  return (
    (response.status === 200 || (response.status === 301 && !address.includes('?'))) &&
    !response.headers.has('set-cookie') &&
    !!response.headers.get('cache-control')?.startsWith('public, max-age=0')
  )
}

/** Stored files are sent in ranges and have validators of their own. */
const files = /^\/(pictures|files|preview)\//

/** Asked by machines about this moment; the first must not even ask the database. */
const probes = /^\/(healthz|readyz|metrics)(\.data)?$/

/** Whose first page is for everybody; behind it a cookie tells what somebody has written. */
const begunForms = /^\/(fellowship\/(associate-)?fellow-nomination-form|membership\/form)\//

/** Queries that no page knows would fill the cache with copies. */
const knownParameters = new Set([
  'q',
  'page',
  'name',
  'discipline',
  'country',
  'year',
  'grade',
  'category',
  'list',
  'type',
])

function isCacheableAddress(address: string): boolean {
  if (files.test(address) || begunForms.test(address) || probes.test(address)) return false
  const mark = address.indexOf('?')
  if (mark === -1) return true
  const query = address.slice(mark + 1)
  return (
    query.length <= 300 && [...new URLSearchParams(query).keys()].every((name) => knownParameters.has(name))
  )
}

function hasSession(request: IncomingMessage): boolean {
  const cookie = request.headers.cookie
  return cookie !== undefined && /(?:^|;\s*)(?:__Host-)?iaps_session=/.test(cookie)
}

/** The last resort: whatever happens, the visitor gets an answer and we get one line. */
function answerFailed(error: unknown, origin: string, request: IncomingMessage, response: ServerResponse) {
  const reference = newReference()
  logError('answer.failed', error, { reference, path: pathOf(request.url) })
  if (response.headersSent) return response.destroy()
  const failure = answerForFailure(error, request.method ?? '')
  const { status, sentence } = failure ?? { status: 500, sentence: 'Something went wrong on our side.' }
  const body = bareDocument(String(status), `${sentence} Our reference is ${reference}.`)
  const headers = { ...bareHeaders(origin), 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, failure ? { ...headers, 'Retry-After': retryAfterSeconds } : headers).end(body)
}

/** Without the query, which may hold the token of a mailed link. */
function pathOf(address = ''): string {
  return address.replace(/\?.*/s, '').slice(0, 200)
}

const unreadable: Record<string, { status: string; sentence: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: 'The address or the headers of this request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    sentence: 'This request took too long to arrive.',
  },
}

const badRequest = { status: '400 Bad Request', sentence: 'This request could not be read.' }

function answerUnreadable(error: NodeJS.ErrnoException, origin: string, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const { status, sentence } = unreadable[error.code ?? ''] ?? badRequest
  log('request.unreadable', { status: Number.parseInt(status, 10), code: error.code })
  const body = bareDocument(status, sentence)
  const headers = { ...bareHeaders(origin), 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

function bareHeaders(origin: string) {
  return {
    ...sharedHeaders(origin),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
  }
}

function bareDocument(title: string, sentence: string) {
  return `<!doctype html><html lang="en"><title>${title}</title><p>${sentence} <a href="/">Go to the home page</a>.</p></html>`
}
