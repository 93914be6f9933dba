import { data, type RouterContextProvider } from 'react-router'
import { entryAddress, pageAddresses } from '#features/content/addresses/addresses.ts'
import { isOnFormerSite, withoutFormerFolder } from '#features/content/addresses/former-site.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { listPublishedSlugs, readTitles } from '#features/content/reading/queries.server.ts'
import { nearestPaths } from '#features/search/nearest.ts'
import { given } from '#routes/request/begin.server.ts'
import { findMoved, findRespelled } from '#routes/request/moved.server.ts'
import { sectionOf } from './sections.ts'

type Db = Parameters<typeof listPublishedSlugs>[0]

/** Redirects a former or misspelled address; any other gets the error page, with the pages at the most similar ones. */
export async function notFound(context: Readonly<RouterContextProvider>, request: Request) {
  const { db } = given({ context })
  const moved = (await findMoved(context, request)) ?? (await findRespelled(context, request))
  if (moved) return moved
  const path = decodeURIComponent(new URL(request.url).pathname)
  if (!isOnFormerSite(path)) return data({ nearest: await listNearest(db, path) }, { status: 404 })
  return data({ ...formerSite, nearest: await listNearest(db, withoutFormerFolder(path)) }, { status: 404 })
}

const formerSite = {
  sentence:
    'This address belongs to our former website, and we do not know which page has replaced it. Search for it, or look in the archive.',
  way: { href: '/archive', label: 'Go to the archive' },
}

async function listNearest(db: Db, path: string) {
  const published = new Map<string, { id: string; sample: boolean }>()
  for (const { id, kind, slug, sample_at } of await listPublishedSlugs(db)) {
    const address = entryAddress(kind as Kind, slug)
    if (address) published.set(address, { id, sample: sample_at !== null })
  }
  const known = [...new Set([...Object.values(pageAddresses), ...published.keys()])]
  const nearest = nearestPaths(path, known, 5)
  const titles = await readTitles(
    db,
    nearest.flatMap((address) => published.get(address)?.id ?? []),
  )
  return nearest.map((href) => {
    const { id = '', sample = false } = published.get(href) ?? {}
    return { href, label: markedTitle(titles.get(id) ?? sectionOf(href).label, sample) }
  })
}
