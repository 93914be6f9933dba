import { initialOf } from './words.ts'

/** What the words of a text must match, independent of any engine's query language. */
export type Match = { begins: string } | { is: string } | { all: Match[] } | { any: Match[] }

/** The text has each word, whole; singular and plural count as the same. */
export function hasWords(words: string[]): Match {
  return { all: words.map((word) => ({ any: numbersOf(word).map((is) => ({ is })) })) }
}

function numbersOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word]
  return /[^s]s$/.test(word) ? [word, word.slice(0, -1)] : [word, `${word}s`]
}

/** For each word, the text has one that starts with it. */
export function hasBeginnings(words: string[]): Match {
  return { all: words.map((word) => ({ begins: word })) }
}

/** What one word of a search stands for: beginnings of words, and words in other spellings. */
export interface WordMeaning {
  /** The word itself comes first. */
  begins: string[]
  is: string[]
}

/** For each search word, the text has a word with its meaning. */
export function hasMeanings(meanings: WordMeaning[]): Match {
  return { all: meanings.map(hasOneMeaning) }
}

export function hasOneMeaning({ begins, is }: WordMeaning): Match {
  return { any: [...begins.map((begins) => ({ begins })), ...is.map((is) => ({ is }))] }
}

const shortestStem = 5

/** As hasMeanings, but short words must be there whole: "fee" is not "feel". */
export function hasWholeMeanings(meanings: WordMeaning[]): Match {
  const wholeOf = (word: string): Match[] =>
    word.length < shortestStem ? numbersOf(word).map((is) => ({ is })) : [{ begins: word }]
  return {
    all: meanings.map(({ begins, is }) => ({
      any: [...begins.flatMap(wholeOf), ...is.map((is) => ({ is }))],
    })),
  }
}

/**
 * A name matches when it has every word or its initial in that position, so that "Chandrasekhara Raman" matches "C. V.
 * Raman". At least one word must be there in full, or every "C. R." would match too.
 */
export function fitsName(words: string[]): Match {
  const long = words.filter((word) => initialOf(word) !== word)
  if (long.length < 2) return hasBeginnings(words)
  const each = words.map((word): Match => {
    return long.includes(word) ? { any: [{ begins: word }, { is: initialOf(word) }] } : { begins: word }
  })
  return { all: [...each, { any: long.map((word) => ({ begins: word })) }] }
}

// The words hold letters, marks, digits and a few signs between them (words.ts): nothing in them can end the quotes
// around them.

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
  return parts.length === 1 ? parts[0]! : `(${parts.join(operator)})`
}
