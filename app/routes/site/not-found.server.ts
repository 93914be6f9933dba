import { data, type RouterContextProvider } from 'react-router'
import { entryAddress, pageAddresses } from '#features/content/addresses.ts'
import type { Kind } from '#features/content/kinds.ts'
import { listPublishedSlugs } from '#features/content/queries.server.ts'
import { nearestPaths } from '#features/search/nearest.ts'
import { dbContext } from '#server/context.server.ts'

/** The error page for an address that leads nowhere, with the pages whose addresses are most like it. */
export async function notFound(context: Readonly<RouterContextProvider>, request: Request) {
  const { pathname } = new URL(request.url)
  const published = await listPublishedSlugs(context.get(dbContext))
  const addresses = published.map((entry) => entryAddress(entry.kind as Kind, entry.slug))
  const known = [...new Set([...Object.values(pageAddresses), ...addresses])].filter(
    (address) => address !== undefined,
  )
  return data({ nearest: nearestPaths(decodeURIComponent(pathname), known, 5) }, { status: 404 })
}
