import { officeDay, officeTimeInWords } from '#office-time.ts'
import type { CallNow, CallsNow } from '#features/calls/call.ts'
import { linesOf } from '#features/calls/call-lines.ts'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import type { FeedItem } from './atom.ts'

/** An item, when it came onto the site, and the day it is about. */
export type DatedItem = FeedItem & { arrivedAt: number; day: string }

interface CallItems {
  /** However long ago they were announced, these are in the feed until they close. */
  current: DatedItem[]
  over: DatedItem[]
}

/** The calls that have been announced, with the dates that their pages show. */
export function callItems({ open, coming, closed, past }: CallsNow, origin: string, now: Date): CallItems {
  const itemsOf = (calls: CallNow[]) =>
    calls
      .filter((call) => announcedAt(call) <= now.getTime())
      .map((call) => callItem(call, origin, announcedAt(call)))
  return { current: itemsOf([...open, ...coming]), over: itemsOf([...closed, ...past]) }
}

/** A call from before this site is as old as its opening. */
function announcedAt({ opensAt = Infinity, publishedAt = Infinity }: CallNow): number {
  return Math.min(opensAt, publishedAt)
}

function callItem(call: CallNow, origin: string, publishedAt: number): DatedItem {
  const { id, href, opensAt, changedAt = publishedAt } = call
  return {
    id: isUuid(id) ? `urn:uuid:${id}` : origin + href,
    title: markedTitle(call.title, call.sample),
    href: origin + href,
    section: 'Calls',
    publishedAt,
    updatedAt: Math.max(publishedAt, changedAt),
    summary: summaryOf(call),
    arrivedAt: publishedAt,
    day: officeDay(opensAt ?? publishedAt),
  }
}

function isUuid(id: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
}

function summaryOf(call: CallNow): string {
  const { summary, opensAt, closesAt } = call
  return [
    summary,
    opensAt !== undefined && `Opens ${officeTimeInWords(opensAt)}.`,
    closesAt !== undefined && `Closes ${officeTimeInWords(closesAt)}.`,
    ...linesOf(call),
  ]
    .filter(Boolean)
    .join(' ')
}
