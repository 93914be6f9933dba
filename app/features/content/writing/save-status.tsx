import { useEffect, useState } from 'react'
import { officeDayInWords, officeTime } from '#office-time.ts'
import type { Advice } from '#features/content/entry/checks.ts'
import { hasUnsent, type Drafting } from './drafting.ts'
import type { SendTrouble } from './send.ts'

/** What the page says about where the typed text is. */

export const troubles: Record<SendTrouble, string> = {
  offline:
    'We could not reach the site. Your text is stored in this browser. Save again when the site is back.',
  'signed-out':
    'You are signed out. Your text is stored in this browser. Open another tab, sign in there, then save again here.',
  refused: 'We could not save this. Your text is stored in this browser. Reload the page and save again.',
  failed: 'The server could not save this. Your text is stored in this browser. Try again in a moment.',
}

export function isAway(said: string | undefined) {
  return said === troubles.offline || said === troubles['signed-out']
}

interface Status {
  draft: Drafting
  isChanged: boolean
  trouble: SendTrouble | undefined
  /** Missing in server rendering: the server cannot know the reader's day. */
  now: number | undefined
}

export function statusSentence({ draft, isChanged, trouble, now }: Status): string {
  if (trouble === 'offline' || trouble === 'signed-out') return troubles[trouble]
  if (!isChanged) return ''
  if (hasUnsent(draft))
    return trouble ? 'Not saved yet. Your text is stored in this browser.' : 'Not saved yet.'
  return draft.storedAt === undefined ? '' : `Saved ${timeOf(draft.storedAt, now)} IST`
}

/** `11:25`, with its day if that is not today. */
export function timeOf(at: number, now: number | undefined): string {
  const [day, time] = [officeDayInWords(at), officeTime(at).slice(11)]
  const isToday = now !== undefined && day === officeDayInWords(now)
  return isToday ? time : `${day}, ${time}`
}

/** Read out when the number changes, and not with every key. */
export function checksSentence(advice: Advice[]): string {
  const count = advice.filter(({ blocks }) => blocks).length
  if (count === 0) return advice.length === 0 ? 'Checks: all done.' : 'Checks: ready to publish, with advice.'
  return count === 1 ? 'Checks: 1 thing to correct.' : `Checks: ${count} things to correct.`
}

interface SavedAnswer {
  version: number
  /** The fields changed by others, by their names, and who changed them. */
  taken: string[]
  by: string[]
}

export function savedSentence({ version, taken, by }: SavedAnswer): string {
  const saved = `Saved as version ${version}.`
  if (taken.length === 0) return saved
  const whose = by.length > 0 ? `The changes of ${listOf(by)}` : 'Your changes from another tab or device'
  return `${saved} ${whose} to ${listOf(taken)} are included.`
}

function listOf(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Undefined until the scripts have loaded; then accurate to the minute. */
export function useNow() {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
