import type { Replica } from '#db/engine/replica.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { AdmissionControl, RequestKind } from '#server/load/admission-control.server.ts'
import type { CachedPage, PageCache } from '#server/cache/page-cache.server.ts'
import type { Refusal } from './request-check.server.ts'
import { isSharedByAll } from './shared-headers.ts'
import type { SiteAddresses } from './site-addresses.ts'

/** Answers a request with the router, or with the error page if it was refused before. */
export type Respond = (request: Request, refusal?: Refusal, peer?: string, reader?: Db) => Promise<Response>

/** What is needed to render a public page. */
export interface PageRendering {
  cache: PageCache
  respond: Respond
  /** The current content version of the database, or of the given replica; undefined while it is unreachable. */
  readVersion: (reader?: Db) => Promise<number | undefined>
  /** Public pages are read from it while it is up to date. */
  replica?: Pick<Replica, 'readyFor' | 'leaveAlone'> | undefined
  /** Rendering a page needs a slot; waiting for the same page does not. */
  admission: AdmissionControl
}

const timeoutMs = 750

/** While the database is slow, a reader gets the previous page; the new one is rendered in the background. */
export async function renderOrServeStale(
  parts: PageRendering,
  address: string,
  request: Request,
): Promise<CachedPage | Response> {
  const rendering = renderOnce(parts, address, request)
  const old = parts.cache.find(address)
  if (!old) return rendering
  const late = Promise.withResolvers<CachedPage>()
  // Readers who come in between get it immediately.
  const timer = setTimeout(
    () => late.resolve(parts.cache.findOld(address, performance.now()) ?? old),
    timeoutMs,
  )
  return Promise.race([rendering, late.promise]).finally(() => clearTimeout(timer))
}

const underWay = new WeakMap<PageCache, Map<string, Promise<CachedPage | Response>>>()

/** Many readers of a page that has just changed wait for one rendering of it. */
async function renderOnce(
  parts: PageRendering,
  address: string,
  request: Request,
): Promise<CachedPage | Response> {
  const pages = underWay.get(parts.cache) ?? new Map<string, Promise<CachedPage | Response>>()
  underWay.set(parts.cache, pages)
  const known = pages.get(address)
  if (known) {
    const rendered = await known
    return mayBeShared(rendered)
      ? rendered
      : parts.admission.admit('page', request, () => parts.respond(request))
  }
  const rendering = renderPage(parts, address, request).finally(() => pages.delete(address))
  pages.set(address, rendering)
  return rendering
}

/** A response that is not a public page belongs to its own request only; an error is the same for all. */
export function mayBeShared(rendered: CachedPage | Response): boolean {
  return !(rendered instanceof Response) || (rendered.status >= 400 && !rendered.headers.has('set-cookie'))
}

async function renderPage(
  parts: PageRendering,
  address: string,
  request: Request,
): Promise<CachedPage | Response> {
  const { cache } = parts
  const version = cache.version
  // One rendering serves everyone, so it sees nothing of the first visitor.
  const forAnybody = new Request(request.url)
  const response = await parts.admission.admit('page', forAnybody, () =>
    renderConsistently(parts, request.url, version),
  )
  if (response.status >= 500) return cache.findOld(address, performance.now()) ?? response
  if (response.status === 404 || response.status === 410) cache.forget(address)
  if (!isCacheable(response, address)) return response
  const body = Buffer.from(await response.arrayBuffer())
  return cache.save(address, version, response.headers, body, performance.now(), response.status)
}

/**
 * A page queries the database several times. If something was published in between, it is rendered once more. The page
 * will count as one of that version, so a replica that is behind is not used.
 */
async function renderConsistently(
  { respond, readVersion, replica }: PageRendering,
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

/** A redirect takes hardly any space, so made-up queries behind its address would fill the cache with a great many. */
function isCacheable(response: Response, address: string) {
  return (
    (response.status === 200 || (response.status === 301 && !address.includes('?'))) &&
    !response.headers.has('set-cookie') &&
    isSharedByAll(response.headers)
  )
}

/** The kind of work that a request needs, for load shedding. */
export function requestKindOf(site: SiteAddresses, method: string, address: string): RequestKind {
  if (site.metrics.test(address)) return 'metrics'
  if (method === 'POST') return 'sent'
  return site.files.test(address) ? 'file' : 'page'
}

/** Stored files have their own validators. */
export function isCacheableAddress(site: SiteAddresses, address: string): boolean {
  const notShared = [site.files, site.previews, site.ofOneBrowser, site.providers, site.metrics]
  if (notShared.some((addresses) => addresses.test(address))) return false
  const mark = address.indexOf('?')
  if (mark === -1) return true
  const query = address.slice(mark + 1)
  return (
    query.length <= 300 &&
    [...new URLSearchParams(query).keys()].every((name) => site.knownParameters.has(name))
  )
}
