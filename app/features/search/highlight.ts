import type { WordMeaning } from '#db/search/word-match.ts'
import { plainText, soughtWords } from '#db/search/words.ts'
import { splitFormulas } from '#features/content/text/formula-marks.ts'

/** A piece of text, marked if it is a search word. A formula also has its source. */
export interface HighlightedPart {
  text: string
  marked: boolean
  latex?: string
}

const word = /[\p{L}\p{M}\p{N}]+/gu

/** Splits a text and marks the words that match a search; accents and case do not matter. */
export function highlight(text: string, meanings: WordMeaning[]): HighlightedPart[] {
  return splitFormulas(text).flatMap((part, at): HighlightedPart[] =>
    at % 2 === 1 ? [{ text: part, marked: false, latex: part }] : markWords(part, meanings),
  )
}

function markWords(text: string, meanings: WordMeaning[]): HighlightedPart[] {
  const parts: HighlightedPart[] = []
  let end = 0
  for (const { index, written } of markedWords(text, meanings)) {
    parts.push({ text: text.slice(end, index), marked: false }, { text: written, marked: true })
    end = index + written.length
  }
  parts.push({ text: text.slice(end), marked: false })
  return parts.filter((part) => part.text !== '')
}

/** The words of a text that match a search, and which of its words each matches. */
export function markedWords(text: string, meanings: WordMeaning[]) {
  return [...text.matchAll(word)].flatMap(({ 0: written, index }) => {
    const at = meanings.findIndex((meaning) => hasMeaning(plainText(written), meaning))
    return at === -1 ? [] : [{ written, index, at }]
  })
}

function hasMeaning(plain: string, { begins, is }: WordMeaning) {
  return begins.some((beginning) => plain.startsWith(beginning)) || is.includes(plain)
}

/** The single words of a longer search, to search one by one. */
export function singleWords(question: string): string[] {
  const words = soughtWords(question, 5)
  return words.length > 1 ? words : []
}
