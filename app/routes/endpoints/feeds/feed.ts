import { officeDay, officeDayStart } from '#office-time.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import { datesOf } from '#features/content/kinds/dates.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { listLastPublished, type Entry } from '#features/content/reading/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { textAnswer, notThere } from '#routes/endpoints/answers.ts'
import { atomText, type FeedItem } from './atom.ts'
import { callItems, type DatedItem } from './call-items.ts'
import { locationLine, subjectLine } from '#features/content/kinds/event-lines.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { whenLine } from '#routes/endpoints/calendar/when-line.ts'
import type { Route } from './+types/feed.ts'

type NewsKind = 'news' | 'newsletter' | 'conference' | 'activity' | 'album'

const feeds: Record<string, { title: string; page: string; kinds: NewsKind[]; withCalls?: true }> = {
  '/feed.atom': {
    title: 'All updates',
    page: '/',
    kinds: ['news', 'newsletter', 'conference', 'activity', 'album'],
    withCalls: true,
  },
  '/news/feed.atom': { title: 'News', page: '/news', kinds: ['news'] },
  '/newsletter/feed.atom': { title: 'Newsletter', page: '/newsletter', kinds: ['newsletter'] },
  '/conferences/feed.atom': {
    title: 'Conferences',
    page: '/conferences',
    kinds: ['conference'],
  },
  '/activities/feed.atom': {
    title: 'Activities',
    page: '/activities',
    kinds: ['activity'],
  },
}

const maxItems = 50
/** More than are shown, because items published together are sorted again. */
const maxRead = 200

export async function loader(args: Route.LoaderArgs) {
  const { db, config, now } = begin(args, 'routes/endpoints/feeds/feed')
  const { request } = args
  const path = new URL(request.url).pathname
  const feed = feeds[path]
  if (!feed) return notThere('There is no feed at this address.')
  const { origin } = config
  const { societyName, foundedOn } = await readSettings(db)

  const lists = await Promise.all(feed.kinds.map((kind) => listNews(db, origin, kind)))
  const { current, over } = feed.withCalls ? callItems(await listCalls(db, now), origin, now) : noCalls
  const items = [...current, ...latest([...lists.flat(), ...over], maxItems - current.length)]
  const text = atomText({
    title: `${feed.title} – ${societyName}`,
    author: societyName,
    self: origin + path,
    page: origin + feed.page,
    icon: `${origin}/icon-192.png`,
    changedAt: Math.max(Date.parse(foundedOn), ...items.map(({ arrivedAt }) => arrivedAt)),
    items: items.toSorted(latestFirst),
  })
  return textAnswer(text, 'application/atom+xml')
}

async function listNews(
  db: Parameters<typeof listLastPublished>[0],
  origin: string,
  kind: NewsKind,
): Promise<DatedItem[]> {
  const entries = await listLastPublished(db, kind, maxRead)
  return entries.map((entry) => ({
    ...toItem(origin, kind, entry),
    arrivedAt: entry.publishedAt,
    day: dayOf(entry),
  }))
}

const noCalls = { current: [], over: [] }

function latest(items: DatedItem[], max: number): DatedItem[] {
  return items.toSorted(latestFirst).slice(0, Math.max(0, max))
}

/** By the time they came onto the site; items that came together, by the day they are about. */
function latestFirst(a: DatedItem, b: DatedItem): number {
  return b.arrivedAt - a.arrivedAt || (a.day < b.day ? 1 : -1)
}

function dayOf({ data }: Pick<Entry<NewsKind>, 'data'>): string {
  const { starts_on: day, year } = datesOf(data)
  return day ?? String(year ?? '')
}

const sections = {
  news: 'News',
  newsletter: 'Newsletter',
  conference: 'Conferences',
  activity: 'Activities',
  album: 'Gallery',
}

/**
 * The day that the page shows, and not the one on which an older thing came onto this site. What is still to come is
 * dated by its announcement.
 */
function shownAt({ publishedAt, data }: Entry<NewsKind>): number {
  const day = dayOf({ data })
  if (day === '' || officeDay(publishedAt) === day) return publishedAt
  const start = officeDayStart(day.length === 4 ? `${day}-01-01` : day)
  return 'series' in data || 'activity' in data ? Math.min(start, publishedAt) : start
}

function toItem(origin: string, kind: NewsKind, entry: Entry<NewsKind>): FeedItem {
  const publishedAt = shownAt(entry)
  return {
    id: `urn:uuid:${entry.id}`,
    title: markedTitle(entry.data.title, entry.sample),
    href: origin + entryAddress(kind, entry.slug),
    section: sections[kind],
    publishedAt,
    // The time of publication does not count as a change of the text.
    updatedAt: entry.updatedAt > entry.publishedAt ? entry.updatedAt : publishedAt,
    summary: summaryOf(entry.data),
  }
}

function summaryOf(data: Data<NewsKind>): string | undefined {
  if ('publishedOn' in data) return data.summary
  if ('contents' in data) return data.summary ?? data.contents.map((item) => item.title).join('; ')
  if ('photos' in data) return data.description
  const cancelled = data.cancelled && 'Cancelled'
  return [cancelled, subjectLine(data), whenLine(data), locationLine(data)].filter(Boolean).join(' · ')
}
