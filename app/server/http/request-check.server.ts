import type { IncomingMessage } from 'node:http'
import { withoutValues } from '#server/observe/personal-words.ts'
import type { SiteAddresses } from './site-addresses.ts'

/** Refuses what no page of ours could answer, before the router sees it. */

export interface Refusal {
  status: number
  sentence: string
  /** What the log should name, because the error page is rendered at another address. */
  request: { method: string; path: string }
  /** An internal path to send the visitor to instead. */
  redirect?: string
}

const maxAddressLength = 2048
/** Sign-in providers choose how long their codes are. */
const maxProviderAddressLength = 8192
const readMethods = new Set(['GET', 'HEAD'])
const allowedMethods = new Set([...readMethods, 'POST'])

export function checkRequest(
  request: IncomingMessage,
  origin: string,
  site: SiteAddresses,
): Refusal | undefined {
  const method = (request.method ?? '').slice(0, 20)
  const address = request.url ?? ''
  const fault = findFault(request, method, address, origin, site)
  return fault && { request: { method, path: withoutValues(address).slice(0, 200) }, ...fault }
}

type Fault = Omit<Refusal, 'request'>

function findFault(
  request: IncomingMessage,
  method: string,
  address: string,
  origin: string,
  site: SiteAddresses,
): Fault | undefined {
  if (!allowedMethods.has(method))
    return { status: 405, sentence: `This address does not support ${method} requests.` }
  if (
    !readMethods.has(method) &&
    !isFromOurPages(request, origin) &&
    !isFromMailProgram(site, request, address)
  )
    return {
      status: 403,
      sentence: 'This form was sent from another website. Open the page on our site and send it again.',
    }
  const maxLength = site.providers.test(address) ? maxProviderAddressLength : maxAddressLength
  return findFaultInAddress(address, maxLength, readMethods.has(method))
}

function findFaultInAddress(address: string, maxLength: number, mayRedirect: boolean): Fault | undefined {
  if (address.length > maxLength) return { status: 414, sentence: 'This address is too long.' }
  const [path, query] = split(address)
  if (!isReadable(path) || !isReadable(query.replaceAll('+', ' ')))
    return { status: 400, sentence: 'This address has characters that we cannot read.' }
  if (!isCanonical(path)) return { status: 404, sentence: 'There is no page at this address.' }
  if (path !== '/' && path.endsWith('/') && mayRedirect)
    return { status: 308, sentence: '', redirect: path.slice(0, -1) + (query && `?${query}`) }
  return undefined
}

function split(address: string): [path: string, query: string] {
  const mark = address.indexOf('?')
  return mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)]
}

/** A browser never sends a fragment; here it would only make one page look like many. */
function isReadable(text: string): boolean {
  try {
    return !text.includes('#') && !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

/** One page has one address: no double slashes, dot segments, encoded slashes or path parameters. */
function isCanonical(path: string): boolean {
  return path.startsWith('/') && !/\/\/|\/\.\.?(\/|$)|%2f|%5c|%2e|[;\\]/i.test(path)
}

/**
 * Mail services unsubscribe a reader by a request from their own machines (RFC 8058), which has no Origin. Every
 * browser sends one, and what such a request may do depends only on the token in its address.
 */
function isFromMailProgram(
  { postedElsewhere }: SiteAddresses,
  { headers }: IncomingMessage,
  address: string,
): boolean {
  return (
    headers.origin === undefined &&
    headers['sec-fetch-site'] === undefined &&
    headers.cookie === undefined &&
    postedElsewhere.test(address)
  )
}

function isFromOurPages(request: IncomingMessage, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return request.headers.origin === undefined ? site !== undefined : request.headers.origin === origin
}
