/** Where each address of the site is in a static copy. Pure functions. */

const notPublic =
  /^\/(admin|editor|account|draft|preview|healthz|readyz|metrics|robots\.txt|sitemap\.xml)(\/|$)/

/** Queries that lead to other parts of a list; free-text filters would be endless. */
const followed = new Set(['page', 'list', 'year'])

/** The address in the copy; undefined if only the site itself can answer. */
export function keyOf(url: URL): string | undefined {
  if (notPublic.test(url.pathname)) return undefined
  const query = [...url.searchParams]
  if (query.some(([name, value]) => !followed.has(name) || !/^[\w-]{1,40}$/.test(value))) return undefined
  const sorted = query.map(([name, value]) => `${name}=${value}`).toSorted()
  return sorted.length ? `${url.pathname}?${sorted.join('&')}` : url.pathname
}

/** The name of its file: each page gets its own folder, so that other pages can be below it. */
export function fileNameOf(key: string, isPage: boolean): string {
  const [path = '', query] = key.split('?')
  const segments = path.split('/').filter(Boolean).map(safeSegment)
  if (!isPage) return segments.join('/')
  const folder = query ? [...segments, query.replaceAll(/[^\w]+/g, '-')] : segments
  return [...folder, 'index.html'].join('/')
}

/** A file name that every system accepts. */
function safeSegment(segment: string): string {
  const plain = decoded(segment).replaceAll(/[^\w.~-]+/g, '_')
  return /^\.*$/.test(plain) ? '_' : plain
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** How one file of the copy links to another. */
export function relativeName(from: string, to: string): string {
  return '../'.repeat(from.split('/').length - 1) + to
}
