import { plainText, soughtWords } from '#db/search/words.ts'
import { beginningsFor, meaningfulWords } from './related-words.ts'

/** A piece of text, marked if it is a search word. */
export interface HighlightedPart {
  text: string
  marked: boolean
}

const word = /[\p{L}\p{M}\p{N}]+/gu

/** Splits a text and marks the words that match a search; accents and case do not matter. */
export function highlight(text: string, question: string): HighlightedPart[] {
  const sought = meaningfulWords(soughtWords(question)).flatMap(beginningsFor)
  const parts: HighlightedPart[] = []
  let end = 0
  for (const match of text.matchAll(word)) {
    const plain = plainText(match[0])
    if (!sought.some((beginning) => plain.startsWith(beginning))) continue
    parts.push({ text: text.slice(end, match.index), marked: false }, { text: match[0], marked: true })
    end = match.index + match[0].length
  }
  parts.push({ text: text.slice(end), marked: false })
  return parts.filter((part) => part.text !== '')
}

/** The single words of a longer search, to search one by one. */
export function singleWords(question: string): string[] {
  const words = soughtWords(question, 5)
  return words.length > 1 ? words : []
}
