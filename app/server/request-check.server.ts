import type { IncomingMessage } from 'node:http'

/** Refuses what no page of ours could answer, before the router sees it. */

export interface Refusal {
  status: number
  sentence: string
  redirect?: string
}

const longestAddress = 2048
const reading = new Set(['GET', 'HEAD'])
const known = new Set([...reading, 'POST'])

export function checkRequest(request: IncomingMessage, origin: string): Refusal | undefined {
  const method = request.method ?? ''
  if (!known.has(method)) return refuse(405, `This address does not answer to ${method.slice(0, 20)}.`)
  if (!reading.has(method) && !isFromOurPages(request, origin))
    return refuse(403, 'This form was sent from another website. Open the page here and send it again.')
  return checkAddress(request.url ?? '', reading.has(method))
}

function checkAddress(address: string, mayRedirect: boolean): Refusal | undefined {
  if (address.length > longestAddress) return refuse(414, 'This address is too long.')
  const [path, query] = split(address)
  if (!isReadable(path) || !isReadable(query.replaceAll('+', ' ')))
    return refuse(400, 'This address has characters that cannot be read.')
  if (!isCanonical(path)) return refuse(404, 'There is no page at this address.')
  if (path !== '/' && path.endsWith('/') && mayRedirect)
    return { ...refuse(308, ''), redirect: path.slice(0, -1) + (query && `?${query}`) }
  return undefined
}

function split(address: string): [path: string, query: string] {
  const mark = address.indexOf('?')
  return mark === -1 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)]
}

function isReadable(text: string): boolean {
  try {
    return !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

/** One page has one address: no double slashes, dot segments, encoded slashes or path parameters. */
function isCanonical(path: string): boolean {
  return path.startsWith('/') && !/\/\/|\/\.\.?(\/|$)|%2f|%5c|%2e|[;\\]/i.test(path)
}

function isFromOurPages(request: IncomingMessage, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return request.headers.origin === undefined ? site !== undefined : request.headers.origin === origin
}

function refuse(status: number, sentence: string): Refusal {
  return { status, sentence }
}
