import { data, type RouterContextProvider } from 'react-router'
import { entryAddress, pageAddresses } from '#features/content/addresses/addresses.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { listPublishedSlugs } from '#features/content/reading/queries.server.ts'
import { nearestPaths } from '#features/search/nearest.ts'
import { given } from '#routes/request/begin.server.ts'
import { findMoved } from '#routes/request/moved.server.ts'

/** Redirects a former address; any other gets the error page, with the most similar addresses. */
export async function notFound(context: Readonly<RouterContextProvider>, request: Request) {
  const { db } = given({ context })
  const moved = await findMoved(context, request)
  if (moved) return moved
  const { pathname } = new URL(request.url)
  const published = await listPublishedSlugs(db)
  const addresses = published.map((entry) => entryAddress(entry.kind as Kind, entry.slug))
  const known = [...new Set([...Object.values(pageAddresses), ...addresses])].filter(
    (address) => address !== undefined,
  )
  return data({ nearest: nearestPaths(decodeURIComponent(pathname), known, 5) }, { status: 404 })
}
