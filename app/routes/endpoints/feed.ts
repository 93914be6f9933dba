import { entryAddress } from '#features/content/addresses.ts'
import type { Data } from '#features/content/kinds.ts'
import { listLatest, type Entry } from '#features/content/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { configContext, dbContext } from '#server/context.server.ts'
import { textAnswer, notThere } from './answers.ts'
import { atomText, type FeedItem } from './atom.ts'
import { markedTitle, placeLine, subjectLine, whenLine } from './event-lines.ts'
import type { Route } from './+types/feed.ts'

type NewsKind = 'newsletter' | 'conference' | 'activity' | 'album'

const feeds: Record<string, { title: string; page: string; kinds: NewsKind[] }> = {
  '/feed.atom': { title: 'News', page: '/', kinds: ['newsletter', 'conference', 'activity', 'album'] },
  '/newsletter/feed.atom': { title: 'Newsletter', page: '/newsletter', kinds: ['newsletter'] },
  '/conferences/feed.atom': {
    title: 'Conferences',
    page: '/conferences/international',
    kinds: ['conference'],
  },
  '/activities/feed.atom': {
    title: 'Activities',
    page: '/activities/iaps-memorial-lectures',
    kinds: ['activity'],
  },
}

const mostItems = 50

export async function loader({ context, request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname
  const feed = feeds[path]
  if (!feed) return notThere('There is no feed at this address.')
  const db = context.get(dbContext)
  const { origin } = context.get(configContext)
  const { societyName, foundedOn } = await readSettings(db)

  const lists = await Promise.all(
    feed.kinds.map(async (kind) => {
      const entries = await listLatest(db, kind, mostItems)
      return entries.map((entry) => toItem(origin, kind, entry))
    }),
  )
  const text = atomText({
    title: `${feed.title} – ${societyName}`,
    author: societyName,
    self: origin + path,
    page: origin + feed.page,
    icon: `${origin}/icon-192.png`,
    begun: Date.parse(foundedOn),
    // Entries of one day keep the order of the lists they come from.
    items: lists
      .flat()
      .toSorted((a, b) => b.publishedAt - a.publishedAt)
      .slice(0, mostItems),
  })
  return textAnswer(text, 'application/atom+xml')
}

const sections = {
  newsletter: 'Newsletter',
  conference: 'Conferences',
  activity: 'Activities',
  album: 'Gallery',
}

function toItem(origin: string, kind: NewsKind, entry: Entry<NewsKind>): FeedItem {
  return {
    id: entry.id,
    title: markedTitle(entry),
    href: origin + entryAddress(kind, entry.slug),
    section: sections[kind],
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt,
    summary: summaryOf(entry.data),
  }
}

function summaryOf(data: Data<NewsKind>): string | undefined {
  if ('contents' in data) return data.summary ?? data.contents.map((item) => item.title).join('; ')
  if ('photos' in data) return data.description
  return [subjectLine(data), whenLine(data), placeLine(data)].filter(Boolean).join(' · ')
}
