import type { WordMeaning } from '#db/search/word-match.ts'
import { withoutHalfFormulas } from '#features/content/text/formula-marks.ts'
import { markedWords } from './highlight.ts'

const maxLength = 200
const before = 60

/** What to show of a result: its summary, or, if only the text has the words, the piece of it that has most of them. */
export function excerptOf(summary: string, body: string, meanings: WordMeaning[]): string {
  if (markedWords(summary, meanings).length > 0) return summary
  const found = markedWords(body, meanings)
  const best = found
    .map(({ index }, at) => ({ index, words: wordsFrom(found.slice(at), index) }))
    .reduce((best, one) => (one.words > best.words ? one : best), { index: -1, words: 0 })
  return best.index === -1 ? summary : cutAround(body, best.index)
}

/** How many of the search words follow within one excerpt. */
function wordsFrom(found: { index: number; at: number }[], start: number) {
  return new Set(found.filter(({ index }) => index < start + maxLength - before).map(({ at }) => at)).size
}

function cutAround(body: string, index: number): string {
  const start = wordStart(body, Math.max(0, index - before))
  const end = wordEnd(body, Math.min(body.length, start + maxLength))
  const piece = inOneLine(withoutHalfFormulas(body.slice(start, end)).trim())
  return `${start > 0 ? '… ' : ''}${piece}${end < body.length ? ' …' : ''}`
}

/** The start of a sentence or line close by, otherwise of a word. */
function wordStart(body: string, from: number): number {
  if (from === 0) return 0
  const sentence = /[.!?\n]\s/.exec(body.slice(from, from + before))
  if (sentence) return from + sentence.index + sentence[0].length
  const space = body.indexOf(' ', from)
  return space === -1 || space > from + before ? from : space + 1
}

function wordEnd(body: string, to: number): number {
  if (to >= body.length) return body.length
  const space = body.lastIndexOf(' ', to)
  return space > to - before ? space : to
}

/** Lines that are no sentences, such as names in a list, keep a sign between them. */
function inOneLine(text: string) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.reduce((all, line) => `${all}${/[.!?,:;…]$/.test(all) ? ' ' : ' · '}${line}`)
}
