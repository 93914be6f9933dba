import { articleAddress, entryAddress, pageAddress } from '#features/content/addresses/addresses.ts'
import { listArticles } from '#features/content/kinds/articles.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import { listEntries, listPublishedSlugs } from '#features/content/reading/queries.server.ts'
import { fellowAddress } from '#features/people/addresses.ts'
import { listFellowAddresses } from '#features/people/queries.server.ts'
import { listPublicRulebooks } from '#features/rulebook/queries.server.ts'
import { rulesAddress } from '#features/rulebook/rulebook.ts'
import { bodyAddress } from '#features/bodies/body.ts'
import { listPublicBodies } from '#features/bodies/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { textAnswer } from '#routes/endpoints/answers.ts'
import { sitemapText } from './sitemap-text.ts'
import type { Route } from './+types/sitemap.ts'

/** Pages that exist whatever has been published, because their route makes them. */
const lists = [
  'home',
  'executive-council',
  'fellows',
  'awards',
  'newsletter',
  'news',
  'conferences',
  'conferences-international',
  'conferences-other-international',
  'conferences-other-national',
  'membership',
  'members',
  'activities',
  'memorial-lectures',
  'workshop',
  'online-lectures',
  'other-programs',
  'calendar',
  'gallery',
  'contact-us',
  'archive',
]
  .map(pageAddress)
  .concat('/iaps/history', '/fellowship/figures')

/** A map may have at most 50,000 addresses (sitemaps.org). */
const maxFellows = 40_000

export async function loader(args: Route.LoaderArgs) {
  const { db, config } = begin(args, 'routes/endpoints/feeds/sitemap')
  const { origin } = config
  const pages = new Map<string, number | undefined>(lists.map((address) => [address, undefined]))
  for (const entry of await listPublishedSlugs(db)) {
    const address = entryAddress(entry.kind as Kind, entry.slug)
    // Samples must not be found by web search. An address with an anchor is a place on a page that the map already has.
    if (address && entry.sample_at === null && !address.includes('#')) pages.set(address, entry.updated_at)
  }
  for (const { slug, sample, updatedAt, data } of await listEntries(db, 'newsletter'))
    for (const article of sample ? [] : listArticles(data.contents))
      pages.set(articleAddress(slug, article.slug), updatedAt)
  for (const { slug, updatedAt } of await listPublicBodies(db)) pages.set(bodyAddress(slug), updatedAt)
  const published = (await listPublicRulebooks(db)).map(({ publishedAt }) => publishedAt)
  if (published.length > 0) pages.set(rulesAddress, Math.max(...published))
  for (const fellow of await listFellowAddresses(db, maxFellows))
    pages.set(fellowAddress(fellow), fellow.updatedAt)
  return textAnswer(sitemapText(origin, pages), 'application/xml')
}
