import { entryAddress } from '#features/content/addresses/addresses.ts'
import { plainText } from './document-text.ts'
import type { RichText } from './document.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'

const sections: Record<Kind, string> = {
  page: 'Page',
  news: 'News',
  'council-term': 'Executive Council',
  award: 'Award',
  recipient: 'Award recipient',
  conference: 'Conference',
  activity: 'Activity',
  newsletter: 'Newsletter',
  album: 'Gallery',
  'archive-item': 'Archive',
  call: 'Open call',
}

/** Fields without words that a reader would search for, or that only staff may read. */
const silent = new Set([
  ...['source', 'file', 'pdf', 'cover', 'photo', 'anchor', 'href', 'url', 'website', 'email'],
  ...['activity', 'series', 'scope', 'mode', 'type', 'subject', 'kind'],
  ...[
    'from',
    'to',
    'startsOn',
    'endsOn',
    'releasedOn',
    'heldOn',
    'takenOn',
    'publishedOn',
    'on',
    'effectiveFrom',
  ],
])

/** The search text of an entry; undefined for one without a page. */
export function searchTextOf(entry: { kind: Kind; slug: string; parent?: { slug: string }; data: Data }) {
  const href = entry.parent ? `/awards/${entry.parent.slug}` : entryAddress(entry.kind, entry.slug)
  if (!href) return undefined
  const body = wordsIn(entry.data).join(' ')
  return {
    title: entry.data.title,
    href,
    section: sections[entry.kind],
    summary: summaryOf(entry.data, body),
    body,
  }
}

function summaryOf(data: Data, body: string) {
  const written =
    ('lead' in data && data.lead) ||
    ('summary' in data && data.summary) ||
    ('description' in data && data.description) ||
    ('citation' in data && data.citation) ||
    ('abstract' in data && data.abstract && plainText(data.abstract)) ||
    ('theme' in data && data.theme)
  return shorten(written || body.replace(data.title, '').trim(), 200)
}

export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).trimEnd()}…`
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (isDocument(value)) return [plainText(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (silent.has(name) ? [] : wordsIn(inner)))
}

function isDocument(value: unknown): value is RichText {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
}
