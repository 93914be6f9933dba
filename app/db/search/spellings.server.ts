import type { Db } from '#db/schema/tables.ts'
import { distanceWithin } from './distance.ts'
import { soundOf } from './sounds.ts'
import type { Match } from './word-match.ts'

/** Words of the index that are spelled differently: names that sound alike, and what a mistyped word may mean. */

const maxSpellings = 60
const shortestCorrected = 4

/** For each word, the words of the index that sound like it and do not begin with it. */
export async function findSpellings(db: Db, words: string[]): Promise<string[][]> {
  const sounds = words.map(soundOf)
  const known = sounds.filter(Boolean)
  if (known.length === 0) return words.map(() => [])
  const rows = await db
    .selectFrom('search_term')
    .select(['sound', 'term'])
    .distinct()
    .where('sound', 'in', known)
    .orderBy('sound')
    .orderBy('term')
    .limit(maxSpellings * known.length)
    .execute()
  return words.map((word, at) =>
    rows.filter(({ sound, term }) => sound === sounds[at] && !term.startsWith(word)).map(({ term }) => term),
  )
}

/** The words with unknown ones replaced by the nearest that the index has; undefined if none can be. */
export async function correctWords(
  db: Db,
  words: string[],
  isKnown: (match: Match) => Promise<boolean>,
): Promise<string[] | undefined> {
  const corrections = new Map<string, string>()
  for (const word of words) {
    if (word.length < shortestCorrected || (await isKnown({ begins: word }))) continue
    const nearest = (await findNearest(db, word)) ?? (await findWithOtherStart(db, word))
    if (nearest) corrections.set(word, nearest)
  }
  return corrections.size > 0 ? words.map((word) => corrections.get(word) ?? word) : undefined
}

/** Words with the same first letter, which people rarely mistype. Of equally near words, the most frequent one. */
async function findNearest(db: Db, word: string): Promise<string | undefined> {
  const max = word.length < 8 ? 1 : 2
  const first = word.codePointAt(0)!
  const candidates = await db
    .selectFrom('search_term')
    .select((eb) => ['term', eb.fn.countAll<number>().as('uses')])
    .where('term', '>=', String.fromCodePoint(first))
    .where('term', '<', String.fromCodePoint(first + 1))
    .where((eb) => eb.between(eb.fn<number>('length', ['term']), word.length - max, word.length + max))
    .groupBy('term')
    .execute()
  const near = candidates.flatMap(({ term, uses }) => {
    const distance = distanceWithin(word, term, max)
    return distance === undefined ? [] : [{ term, uses, distance }]
  })
  return near.toSorted((a, b) => a.distance - b.distance || b.uses - a.uses || (a.term < b.term ? -1 : 1))[0]
    ?.term
}

/** The most frequent word that differs only at its beginning: another first letter, one more or one fewer, or two swapped. */
async function findWithOtherStart(db: Db, word: string): Promise<string | undefined> {
  const tail = word.slice(1)
  const starts = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [letter + tail, letter + word])
  const found = await db
    .selectFrom('search_term')
    .select((eb) => ['term', eb.fn.countAll<number>().as('uses')])
    .where('term', 'in', [...starts, tail, word[1]! + word[0]! + word.slice(2)])
    .groupBy('term')
    .execute()
  return found.toSorted((a, b) => b.uses - a.uses || (a.term < b.term ? -1 : 1))[0]?.term
}
