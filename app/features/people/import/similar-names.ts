import { plainText } from '#db/search/words.ts'

/** Whether two names, or two institutions, may be the same despite different spelling. */

/** The words of a name; joined initials count as several. */
export function nameParts(name: string): string[] {
  const isShouted = name === name.toUpperCase()
  const spaced = isShouted
    ? name
    : name.replaceAll(/(?<![\p{L}\p{M}])(\p{Lu}{2,3})(?![\p{L}\p{M}])/gu, (run) => [...run].join(' '))
  return (
    plainText(spaced)
      .replaceAll("'", '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

/**
 * The shorter name has no word that the longer one lacks: each is there in full, by its initial or with a small typo,
 * in any order. At least one word must be there in full, and at most one may be missing.
 */
export function areSimilarNames(one: string[], other: string[]): boolean {
  return areAlike(one, other, bestMatch)
}

/** The same without typos: for where a name proves who someone is. */
export function areSameNames(one: string[], other: string[]): boolean {
  return areAlike(one, other, properMatch)
}

function areAlike(
  one: string[],
  other: string[],
  match: (word: string, words: string[]) => number | undefined,
): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0 || long.length - short.length > 1) return false
  if (short.length === 1 && long.length > 1) return false
  const left = [...long]
  let whole = 0
  // Full words first, so that an initial does not use one up.
  for (const word of short.toSorted((a, b) => b.length - a.length)) {
    const at = match(word, left)
    if (at === undefined) return false
    if (word.length > 1 && (left[at]?.length ?? 0) > 1) whole++
    left.splice(at, 1)
  }
  return whole > 0
}

function bestMatch(word: string, words: string[]): number | undefined {
  const exact = words.indexOf(word)
  if (exact >= 0) return exact
  const slip = words.findIndex((other) => isSlip(word, other))
  return slip >= 0 ? slip : properMatch(word, words)
}

/** In full, or by its initial. */
function properMatch(word: string, words: string[]): number | undefined {
  const exact = words.indexOf(word)
  if (exact >= 0) return exact
  const initial = words.findIndex((other) => isInitial(word, other))
  return initial >= 0 ? initial : undefined
}

function isInitial(one: string, other: string): boolean {
  return one.length === 1 ? other.startsWith(one) : other.length === 1 && one.startsWith(other)
}

/** One typo in four letters, two in eight. */
export function isSlip(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  const allowed = length >= 8 ? 2 : length >= 4 ? 1 : 0
  return Math.abs(one.length - other.length) <= allowed && distance(one, other, allowed) <= allowed
}

/** The edit distance, counting swaps; beyond `max` it stops counting. */
export function distance(one: string, other: string, max: number): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    let min = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwap) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      line.push(cost)
      min = Math.min(min, cost)
    }
    if (min > max) return max + 1
    before = above
    above = line
  }
  return above[other.length] ?? 0
}

const linking = new Set(
  'of the and for in at de der des du la für fur und et dept department faculty school division'.split(' '),
)

/** Words that half of all institutions have, and which therefore distinguish none. */
const common = new Set(
  `university universitat universite universidad univ institute institut institution inst college academy society
  centre center laboratory laboratories lab indian national international state central government govt technology
  technical science sciences engineering research studies advanced physical physics विश्वविद्यालय संस्थान महाविद्यालय`.split(
    /\s+/,
  ),
)

export function institutionParts(institution: string): string[] {
  const words =
    plainText(institution)
      .replaceAll("'", '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.filter((word) => !linking.has(word))
}

/**
 * Most of the distinctive words of one are in the other: in full, with a typo, or as an abbreviation like IIT. If there
 * are none, all words must be.
 */
export function areSimilarInstitutions(one: string[], other: string[]): boolean {
  const [few, many] =
    withoutCommonWords(one).length <= withoutCommonWords(other).length ? [one, other] : [other, one]
  const distinctive = withoutCommonWords(few)
  if (distinctive.length === 0)
    return few.length > 0 && few.every((word) => hasSimilarWord(word, many)) && few.length === many.length
  return distinctive.filter((word) => hasSimilarWord(word, many)).length / distinctive.length > 0.6
}

function withoutCommonWords(words: string[]): string[] {
  return words.filter((word) => !common.has(word))
}

function hasSimilarWord(word: string, words: string[]): boolean {
  return (
    words.some((other) => other === word || isSlip(word, other) || isShortened(word, other)) ||
    isAbbreviation(word, words)
  )
}

/** "Univ." for "University". */
function isShortened(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short)
}

function isAbbreviation(word: string, words: string[]): boolean {
  if (word.length < 2 || word.length > 6) return false
  return words
    .map((one) => one.charAt(0))
    .join('')
    .includes(word)
}
