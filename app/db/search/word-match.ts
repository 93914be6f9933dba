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

/** How a word of a search is compared with those of a text. */
export type Compare = (word: string) => Match

/** With each word that starts with it. */
export function asBeginning(word: string): Match {
  return { begins: word }
}

const shortestStem = 5

/** A short word must be there whole: "fee" is not "feel". */
export function asWholeIfShort(word: string): Match {
  return word.length < shortestStem ? oneOf(numbersOf(word).map((is) => ({ is }))) : asBeginning(word)
}

/** For each word, the text has one that starts with it, or as `compare` says. */
export function hasBeginnings(words: string[], compare: Compare = asBeginning): Match {
  return { all: words.map(compare) }
}

/** What one word of a search stands for: beginnings of words, and words in other spellings. */
export interface WordMeaning {
  /** The word itself comes first. */
  begins: string[]
  is: string[]
}

/** For each search word, the text has a word with its meaning. */
export function hasMeanings(meanings: WordMeaning[], compare: Compare = asBeginning): Match {
  return { all: meanings.map((meaning) => hasOneMeaning(meaning, compare)) }
}

export function hasOneMeaning({ begins, is }: WordMeaning, compare: Compare = asBeginning): Match {
  return { any: [...begins.map(compare), ...is.map((is) => ({ is }))] }
}

/**
 * A name matches when it has every word or its initial in that position, so that "Chandrasekhara Raman" matches "C. V.
 * Raman". At least one word must be there in full, or every "C. R." would match too.
 */
export function fitsName(words: string[], compare: Compare = asBeginning): Match {
  const isInitial = (word: string) => initialOf(word) === word
  const long = words.filter((word) => !isInitial(word))
  const compareWord = (word: string) => (isInitial(word) ? asBeginning(word) : compare(word))
  if (long.length < 2) return hasBeginnings(words, compareWord)
  const each = words.map((word) =>
    isInitial(word) ? asBeginning(word) : { any: [compare(word), { is: initialOf(word) }] },
  )
  return { all: [...each, oneOf(long.map(compare))] }
}

function oneOf(any: Match[]): Match {
  return any.length === 1 ? any[0]! : { any }
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
