import { textsHiddenFrom } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { plainText } from '#db/search/words.ts'
import { actorName, type Actor } from './actor.ts'
import type { Details } from './details.ts'

/** A search term in the details of an entry. */
const typedWords = new Set(['q', 'search', 'subject'])
const looking = /\.(read|exported)$/
const betweenWords = /[^\p{L}\p{N}]+/u

interface Act {
  actor: string
  action: string
}

type Hide = (entry: Act, details: Details) => Details

/** If nobody else searched for anything, no query is needed. */
export async function hideWordsIn(db: Db, viewer: Actor, entries: readonly Act[]): Promise<Hide> {
  const hasLooks = entries.some((entry) => isLookOfOther(viewer, entry))
  return hasLooks ? hideWordsFrom(db, viewer) : (_, details) => details
}

function isLookOfOther(viewer: Actor, { actor, action }: Act): boolean {
  return actor !== actorName(viewer) && looking.test(action)
}

/** A colleague's search terms could reveal a case that names the viewer: words that match such a case are left out. */
export async function hideWordsFrom(db: Db, viewer: Actor): Promise<Hide> {
  const texts = viewer.kind === 'staff' ? await textsHiddenFrom(db, viewer.id) : []
  if (texts.length === 0) return (_, details) => details
  const hidden = texts.map(plainText)
  const joined = hidden.map((text) => text.split(betweenWords).join(''))
  const fits = (typed: string) => {
    const words = plainText(typed).split(betweenWords).filter(Boolean)
    return (
      words.some((word) => hidden.some((text) => text.includes(word))) ||
      joined.some((text) => text.includes(words.join('')))
    )
  }
  return (entry, details) => (isLookOfOther(viewer, entry) ? withoutWords(details, fits) : details)
}

function withoutWords(details: object, fits: (typed: string) => boolean): Details {
  const left = Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string' && typedWords.has(name) && fits(value)) return []
    const isFilter = name === 'filter' && typeof value === 'object' && value !== null
    return [[name, isFilter ? withoutWords(value, fits) : value] as const]
  })
  return Object.fromEntries(left)
}
