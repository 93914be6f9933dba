import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { withDeadline } from '#db/engine/deadline.server.ts'
import type { Asset, Assets } from './assets.server.ts'
import { compressFor, hasSession, mayCompress } from './compression.server.ts'
import { answerFailed, answerUnreadable, pathOf } from './bare-answer.server.ts'
import { sharedHeaders } from './headers.server.ts'
import type { AccessLog } from '#server/observe/access-log.server.ts'
import type { ProcessMetrics } from '#server/observe/process-metrics.server.ts'
import { chooseEncoding, type CachedPage } from '#server/cache/page-cache.server.ts'
import {
  isCacheableAddress,
  renderOrServeStale,
  mayBeShared,
  requestKindOf,
  type PageRendering,
} from './page-rendering.server.ts'
import { checkRequest, type Refusal } from './request-check.server.ts'
import type { SiteAddresses } from './site-addresses.ts'
import { Probes } from './probes.server.ts'
import { keepTickObjectShape } from './tick-shape.server.ts'
import { isTooFarAhead } from './sent-ahead.server.ts'
import type { VisitCounts } from '#server/observe/visit-counts.ts'
import { closeWhenSlow, closeWhenUnread } from './slow-body.server.ts'
import type { Tracer } from '#server/observe/traces.server.ts'

/**
 * `isOpen` is false while the process stops; `isLeaving` is true after another process replaced it. Both close
 * connections after their answers.
 */
export interface ServerLifecycle {
  isOpen: boolean
  isLeaving: boolean
}

interface Parts extends PageRendering {
  origin: string
  site: SiteAddresses
  assets: Assets
  metrics: ProcessMetrics
  visits: VisitCounts
  tracer?: Tracer | undefined
  accessLog?: AccessLog | undefined
  lifecycle: ServerLifecycle
  /** For `/readyz`. */
  canServe: () => Promise<boolean>
  isStoreUp?: (() => boolean) | undefined
  /** The pattern of the route that answers at a path. */
  nameOf: (path: string) => string
  /** After this long without a byte either way, we check whether a client leaves an answer unread. */
  unreadMs: number
}

export const unreadMs = 30_000

export function createHttpServer(parts: Parts): Server {
  keepTickObjectShape()
  const { tracer } = parts
  const probes = new Probes(parts)
  // Node looks for late ones only every 30 seconds unless told otherwise.
  const server = createServer({ connectionsCheckingInterval: 2000 }, (request, response) => {
    if (!tracer) return handle(parts, probes, request, response)
    tracer.follow(request, (span) =>
      handle(
        parts,
        probes,
        request,
        response,
        span && ((route) => tracer.end(span, request.method!, route, response.statusCode)),
      ),
    )
  })
  server.headersTimeout = 20_000
  // Long enough for a large file; a trickling request is closed much sooner.
  server.requestTimeout = 600_000
  server.on('clientError', (error, socket) => answerUnreadable(error, parts.origin, socket))
  return server
}

function handle(
  parts: Parts,
  probes: Probes,
  request: IncomingMessage,
  response: ServerResponse,
  onRoute?: (route: string) => void,
) {
  if (isTooFarAhead(request, response)) return request.socket.destroy()
  parts.accessLog?.(request, response)
  const started = performance.now()
  const { lifecycle } = parts
  if (!lifecycle.isOpen || lifecycle.isLeaving) response.shouldKeepAlive = false
  const ready = findReady(parts, request, started)
  if (ready) return sendFromMemory(parts, request, response, ready, started, onRoute)
  const count = (route: string) => {
    parts.metrics.observeRequest(route, response.statusCode, secondsSince(started))
    onRoute?.(route)
  }
  if (probes.answer(request, response, count)) return
  closeWhenUnread(response, parts.unreadMs)
  withDeadline(() => answer(parts, request, response))
    .catch((error: unknown) => answerFailed(error, parts.origin, request, response))
    .finally(() => count(parts.nameOf(pathOf(request.url))))
}

/** Most requests end here, so this does as little as possible. */
function sendFromMemory(
  { metrics, visits, unreadMs }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  ready: Asset | CachedPage,
  started: number,
  onRoute?: (route: string) => void,
) {
  sendReady(request, response, ready)
  // What the kernel has taken needs no watching.
  if (response.writableLength > 0) closeWhenUnread(response, unreadMs)
  const counted = ready.isPage ? metrics.pageHits : metrics.fileHits
  counted.observe(response.statusCode, secondsSince(started))
  if (ready.isPage && ready.visits && request.method === 'GET') visits.visit(ready.visits, request.headers)
  onRoute?.(counted.route)
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000
}

/** A route either shows or accepts something; if it refuses one, it does the other. */
function allowed(request: Request, refusal: Refusal | undefined): string {
  if (refusal) return 'GET, HEAD, POST'
  return request.method === 'POST' ? 'GET, HEAD' : 'POST'
}

/** What can be sent immediately: a built file, or a page whose content is still the latest. */
function findReady(
  { assets, cache, site }: Parts,
  request: IncomingMessage,
  now: number,
): Asset | CachedPage | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const address = request.url!
  if (address.startsWith('/assets/')) return assets.get(address)
  const page = cache.find(address)
  if (!page) return assets.get(address)
  if (!cache.isFresh(page, now) || hasSession(site, request)) return undefined
  if (page.compression === 'fast') cache.compressBest(address, page)
  return page
}

function sendReady(request: IncomingMessage, response: ServerResponse, ready: Asset | CachedPage) {
  const { headers } = request
  const answer = ready.answers[chooseEncoding(headers['accept-encoding'])]
  const known = headers['if-none-match']
  if (known !== undefined && ready.status === 200 && isKnownToAsker(known, ready.etag)) {
    response.writeHead(304, answer.notModified).end()
  } else {
    response.writeHead(ready.status, answer.headers).end(answer.body)
  }
}

function isKnownToAsker(known: string, etag: string): boolean {
  if (known === etag) return true
  return known === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

async function answer(parts: Parts, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { site } = parts
  const refusal = checkRequest(incoming, parts.origin, site)
  if (refusal?.redirect)
    return void outgoing
      .writeHead(308, { ...sharedHeaders(parts.origin), location: refusal.redirect, 'content-length': 0 })
      .end()

  closeWhenSlow(incoming, outgoing)
  const request = toRequest(parts.origin, incoming, outgoing, refusal)
  const cacheable =
    !refusal &&
    request.method !== 'POST' &&
    !hasSession(site, incoming) &&
    isCacheableAddress(site, incoming.url!)
  if (cacheable) parts.metrics.cacheMisses++
  const peer = incoming.socket.remoteAddress ?? ''
  const work = requestKindOf(site, request.method, incoming.url!)
  const respond = () => parts.respond(request, refusal, peer)
  const made = await (cacheable
    ? renderOrServeStale(parts, incoming.url!, request)
    : parts.admission.admit(work, request, respond, incoming))
  if (!(made instanceof Response)) {
    if (made.visits && incoming.method === 'GET') parts.visits.visit(made.visits, incoming.headers)
    return sendReady(incoming, outgoing, made)
  }
  if (isDownload(parts, incoming, made)) parts.visits.download(incoming.url!, incoming.headers)
  const response = mayBeShared(made) ? made.clone() : made
  if (response.status === 405) response.headers.set('allow', allowed(request, refusal))
  const isCompressed = mayCompress(site, incoming, response)
  await sendResponse(outgoing, isCompressed ? compressFor(site, incoming, response) : response)
}

/** The start of a file that someone without a session gets; the rest of it comes in further ranges. */
function isDownload({ site }: Parts, request: IncomingMessage, { status }: Response): boolean {
  if (request.method !== 'GET' || !site.downloads.test(request.url!) || hasSession(site, request))
    return false
  return status === 200 || (status === 206 && request.headers.range?.startsWith('bytes=0-') === true)
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
