import { initialOf } from './words.ts'

/** What the words of a text must fulfil, before any engine's own query language. */
export type Match = { begins: string } | { is: string } | { all: Match[] } | { any: Match[] }

/** The text has each word, whole. */
export function hasWords(words: string[]): Match {
  return { all: words.map((word) => ({ is: word })) }
}

/** The text has, for each word, one that begins with it. */
export function hasBeginnings(words: string[]): Match {
  return { all: words.map((word) => ({ begins: word })) }
}

/**
 * A name fits when it has every word or the initial in its place, so that "Chandrasekhara Raman" fits
 * "C. V. Raman". One word at least must be there in full, else every "C. R." would fit too.
 */
export function fitsName(words: string[]): Match {
  const long = words.filter((word) => initialOf(word) !== word)
  if (long.length < 2) return hasBeginnings(words)
  const each = words.map((word): Match => {
    return long.includes(word) ? { any: [{ begins: word }, { is: initialOf(word) }] } : { begins: word }
  })
  return { all: [...each, { any: long.map((word) => ({ begins: word })) }] }
}

// The words hold letters, marks and digits, and between them a few signs (words.ts): nothing in them can end the
// quotes around them.

export function toFts5(match: Match): string {
  if ('begins' in match) return `"${match.begins}" *`
  if ('is' in match) return `"${match.is}"`
  return 'all' in match ? group(match.all.map(toFts5), ' AND ') : group(match.any.map(toFts5), ' OR ')
}

export function toTsquery(match: Match): string {
  if ('begins' in match) return `'${match.begins}':*`
  if ('is' in match) return `'${match.is}'`
  return 'all' in match ? group(match.all.map(toTsquery), ' & ') : group(match.any.map(toTsquery), ' | ')
}

function group(parts: string[], operator: string) {
  return `(${parts.join(operator)})`
}
