import { data, redirect } from 'react-router'
import type { DirectoryPage } from '#features/people/queries.server.ts'
import type { QueryRead } from '#server/http/query-string.ts'

/** A form also sends its empty fields; the list has one address without them. */
export function directoryAddress(url: URL): URLSearchParams {
  const given = [...url.searchParams]
  const filled = given.filter(([, value]) => value.trim() !== '')
  if (filled.length === given.length) return url.searchParams
  const search = new URLSearchParams(filled).toString()
  throw redirect(url.pathname + (search && `?${search}`))
}

export function answerable<T>(read: QueryRead<T>): T {
  if (!read.ok) throw data({ sentence: read.error }, { status: 400 })
  return read.query
}

export function withinPages<Found extends Pick<DirectoryPage, 'page' | 'pages'>>(found: Found): Found {
  if (found.page <= found.pages) return found
  const sentence = `This list has ${found.pages === 1 ? 'only one page' : `${found.pages} pages`}; there is no page ${found.page}.`
  throw data({ sentence }, { status: 404 })
}
