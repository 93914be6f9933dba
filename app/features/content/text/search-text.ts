import { officeTimeInWords } from '#office-time.ts'
import { articleAddress, entryAddress } from '#features/content/addresses/addresses.ts'
import { listArticles } from '#features/content/kinds/articles.ts'
import { addressOfCall } from '#features/content/kinds/call.ts'
import { numberOf, ordinal, roman } from '#features/content/kinds/conference.ts'
import { datesOf } from '#features/content/kinds/dates.ts'
import { dateInWords } from '#features/content/kinds/event-lines.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'
import { plainText } from './document-text.ts'
import type { RichText } from './document.ts'
import { withMarkedFormulas } from './formula-marks.ts'
import { shorten } from './shorten.ts'

const sections: Record<Kind, string> = {
  page: 'About',
  news: 'News',
  'council-term': 'Executive Council',
  award: 'Award',
  recipient: 'Award recipient',
  conference: 'Conference',
  activity: 'Activity',
  newsletter: 'Newsletter',
  album: 'Gallery',
  'archive-item': 'Archive',
  call: 'Call',
}

/** The section of a page, by the first part of its address; all others are about the Academy. */
const sectionsOfPages: Record<string, string> = {
  fellowship: 'Fellowship',
  awards: 'Awards',
  newsletter: 'Newsletter',
  news: 'News',
  conferences: 'Conferences',
  membership: 'Membership',
  activities: 'Activities',
  calendar: 'Calendar',
  gallery: 'Gallery',
  archive: 'Archive',
}

function sectionOf(kind: Kind, href: string) {
  return (kind === 'page' && sectionsOfPages[href.split('/')[1]!]) || sections[kind]
}

/** Pages that say how things are come before what was once reported. */
const weights: Record<Kind, number> = {
  page: 0,
  'council-term': 1,
  award: 1,
  conference: 1,
  activity: 1,
  newsletter: 1,
  call: 1,
  news: 2,
  recipient: 2,
  album: 2,
  'archive-item': 3,
}

/** Like news: what was once written. */
const articleWeight = 2

/** Fields without words that a reader would search for, or that only staff may read. */
const silent = new Set([
  ...['source', 'file', 'pdf', 'cover', 'photo', 'anchor', 'href', 'url', 'website', 'email'],
  ...['activity', 'series', 'scope', 'mode', 'type', 'subject', 'kind', 'award', 'panel', 'rulebook'],
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

interface SearchedEntry {
  kind: Kind
  slug: string
  parent?: { slug: string }
  data: Data
}

/** The search text of an entry; undefined for one without a page. */
export function searchTextOf(entry: SearchedEntry) {
  const href = addressOf(entry)
  if (!href) return undefined
  const { title, ...rest } = withoutArticleTexts(entry.data)
  const body = [...wordsIn(rest), ...deadlineIn(entry.data)].join('\n')
  return {
    title,
    href,
    section: sectionOf(entry.kind, href),
    summary: summaryOf(entry.data, body),
    body,
    weight: weights[entry.kind],
    alsoCalled: [...namesOf(entry.data), ...otherNamesOf(entry)],
    details: detailsOf(entry.data),
    ...daysOf(entry.data),
  }
}

/** Each article of an issue is found as itself, so the issue is not found by their texts. */
function withoutArticleTexts(data: Data): Data {
  if (!('contents' in data)) return data
  return { ...data, contents: data.contents.map(({ body: _, ...item }) => item) }
}

/** The search texts of an issue's articles. */
export function articleTextsOf({ slug: issue, data }: SearchedEntry) {
  if (!('contents' in data)) return []
  return listArticles(data.contents).map(({ slug, title, author, summary, body }) => {
    const text = [author, summary, plainText(withMarkedFormulas(body))].filter(Boolean).join('\n')
    return {
      slug,
      title,
      href: articleAddress(issue, slug),
      section: sections.newsletter,
      summary: shorten(summary ?? text, 200),
      body: text,
      weight: articleWeight,
      details: joined([author, detailsOf(data)]),
      ...daysOf(data),
    }
  })
}

function otherNamesOf({ kind, slug }: SearchedEntry): string[] {
  if (kind === 'album') return ['Album']
  return kind === 'page' ? (otherNames[slug] ?? []) : []
}

/** What visitors call pages that have another title. */
const otherNames: Record<string, string[]> = {
  privacy: ['Personal data', 'Data protection', 'Cookies'],
  'executive-council': ['Council members', 'Office bearers', 'President', 'General Secretary'],
  archive: ['Former website'],
  'contact-us': ['Phone, email and address of the office'],
  constitution: ['Bylaws', 'Statutes'],
  iaps: ['About the Academy'],
}

/** What else people call a conference or an issue: CONIAPS-XXX, 30th CONIAPS, CONIAPS 30. */
function namesOf(data: Data): string[] {
  const { year } = datesOf(data)
  const years = year !== null && ('series' in data || 'volume' in data) ? [String(year)] : []
  if (!('scope' in data) || data.series !== 'coniaps' || data.number === undefined) return years
  const { number } = data
  return [...years, `CONIAPS-${roman(number)}`, `CONIAPS-${number}`, ordinal(number)]
}

function detailsOf(data: Data): string {
  if ('scope' in data) return joined([numberOf(data), data.dateNote && dateInWords(data), data.city])
  if ('activity' in data)
    return joined([data.series, data.speaker?.name, data.dateNote && dateInWords(data), data.venue])
  if ('volume' in data) return joined([`Volume ${data.volume}, number ${data.number}`, data.period])
  return ''
}

function joined(parts: (string | undefined)[]) {
  return parts.filter(Boolean).join(' · ')
}

function daysOf(data: Data) {
  const { starts_on, ends_on, year } = datesOf(data)
  const startsOn = starts_on ?? (year === null ? undefined : String(year))
  return { startsOn, endsOn: ends_on ?? undefined }
}

function addressOf({ kind, slug, parent, data }: SearchedEntry): string | undefined {
  if (parent) return `/awards/${parent.slug}`
  return 'closesAt' in data ? addressOfCall(data, slug) : entryAddress(kind, slug)
}

/** People search for the deadline, and a moment has no words. */
function deadlineIn(data: Data): string[] {
  return 'closesAt' in data ? [`Deadline ${officeTimeInWords(data.closesAt)}`] : []
}

function summaryOf(data: Data, body: string) {
  const written =
    ('lead' in data && data.lead) ||
    ('summary' in data && data.summary) ||
    ('description' in data && data.description) ||
    ('citation' in data && data.citation) ||
    ('abstract' in data && data.abstract && plainText(withMarkedFormulas(data.abstract))) ||
    ('theme' in data && data.theme)
  return shorten(written || body, 200)
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (isDocument(value)) return [plainText(withMarkedFormulas(value))]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (silent.has(name) ? [] : wordsIn(inner)))
}

function isDocument(value: unknown): value is RichText {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
}
