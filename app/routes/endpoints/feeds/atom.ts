import { xml } from './xml.ts'

/** A list of news as an Atom 1.0 feed (RFC 4287). Addresses are complete, times are milliseconds UTC. */

export interface Feed {
  title: string
  author: string
  /** Its own address, which is also its id. */
  self: string
  /** The page that shows the same to people. */
  page: string
  icon: string
  /** When the list last changed; items may be dated earlier. */
  changedAt: number
  items: FeedItem[]
}

export interface FeedItem {
  /** An address, such as urn:uuid:…, that the item keeps whatever else about it changes. */
  id: string
  title: string
  href: string
  section: string
  publishedAt: number
  updatedAt: number
  summary?: string | undefined
}

export function atomText(feed: Feed): string {
  const updatedAt = feed.items.reduce((latest, item) => Math.max(latest, item.updatedAt), feed.changedAt)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${xml(feed.self)}</id>`,
    `<title>${xml(feed.title)}</title>`,
    `<updated>${time(updatedAt)}</updated>`,
    `<author><name>${xml(feed.author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(feed.page)}"/>`,
    `<icon>${xml(feed.icon)}</icon>`,
    ...feed.items.map(entryText),
    '</feed>\n',
  ].join('\n')
}

function entryText(item: FeedItem): string {
  return [
    '<entry>',
    `<id>${xml(item.id)}</id>`,
    `<title>${xml(item.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${xml(item.href)}"/>`,
    `<published>${time(item.publishedAt)}</published>`,
    `<updated>${time(item.updatedAt)}</updated>`,
    `<category term="${xml(item.section)}"/>`,
    ...(item.summary ? [`<summary>${xml(item.summary)}</summary>`] : []),
    '</entry>',
  ].join('\n')
}

function time(moment: number): string {
  return new Date(moment).toISOString()
}
