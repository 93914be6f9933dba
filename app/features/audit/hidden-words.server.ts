import { textsHiddenFrom } from '#db/hidden-cases.server.ts'
import type { Db } from '#db/tables.ts'
import { plainText } from '#db/words.ts'
import { actorName, type Actor } from './actor.ts'
import type { Details } from './details.ts'

/** What somebody looked for, in the details of an entry. */
const typedWords = new Set(['q', 'search', 'subject'])
const looking = /\.(read|exported)$/
const betweenWords = /[^\p{L}\p{N}]+/u

type Hide = (entry: { actor: string; action: string }, details: Details) => Details

/** What colleagues looked for could tell the viewer of a case that names them: words that fit such a case are left out. */
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
  return ({ actor, action }, details) =>
    actor === actorName(viewer) || !looking.test(action) ? details : withoutWords(details, fits)
}

function withoutWords(details: object, fits: (typed: string) => boolean): Details {
  const left = Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string' && typedWords.has(name) && fits(value)) return []
    const isFilter = name === 'filter' && typeof value === 'object' && value !== null
    return [[name, isFilter ? withoutWords(value, fits) : value] as const]
  })
  return Object.fromEntries(left)
}
