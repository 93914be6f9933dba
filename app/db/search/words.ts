import { months } from '#office-time.ts'

/** How text becomes the words that are indexed and searched. Both engines compare only this output. */

const maxWordLength = 60

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
}
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')
const apostrophe = /[\u2018\u2019\u02bb\u02bc\u2032\u00b4`]/g
// Only the marks shared by the European scripts: the vowel signs of Indian scripts are letters.
const accent = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const invisible = /\p{Cf}/gu
const chain = /[\p{L}\p{M}\p{N}]+(?:['\p{Pd}][\p{L}\p{M}\p{N}]+)*/gu
// By far most text; there is nothing to remove.
const isAscii = /^[\0-\x7f]*$/
const link = /['\p{Pd}]/u

/** Lower case without accents. Safe to use as a sort key. */
export function plainText(text: string): string {
  return isAscii.test(text) ? text.replaceAll('`', "'").toLowerCase() : withoutAccents(text)
}

/** The distinct words of a text. "O'Brien" and "Jean-Pierre" also count as one word each. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const [written] of plainText(text).matchAll(chain)) {
    const parts = written.split(link)
    for (const part of parts) words.add(cut(part))
    if (parts.length > 1) words.add(cut(parts.join('')))
  }
  return [...words]
}

// None of these means anything to an engine inside quotes.
const part = /[\p{L}\p{M}\p{N}]+/gu
const compound = /[\p{L}\p{M}\p{N}]+(?:[.@:/_-]+[\p{L}\p{M}\p{N}]+)*/gu

/**
 * The words of a text, and unbroken strings such as an address, an id or a dotted number: whole and from each of their
 * parts on, so that any part can be found by its start.
 */
export function compoundsOf(text: string): string[] {
  const words = new Set(wordsOf(text))
  for (const [piece] of plainText(text).matchAll(compound))
    for (const { index } of piece.matchAll(part)) words.add(cut(piece.slice(index)))
  return [...words]
}

/** Search words for such text. */
export function soughtCompounds(text: string): string[] {
  return (plainText(text).match(compound) ?? []).map(cut)
}

/** The words of a day `2018-04-13`, or of a year: "april", "2018". */
export function dayWords(day: string): string[] {
  const month = months[Number(day.slice(5, 7)) - 1]
  return [...(month ? [month.toLowerCase()] : []), day.slice(0, 4)]
}

/** The words that a name can be found by: its own, and its joined initials as in "CV Raman". */
export function nameWordsOf(name: string): string[] {
  return [...new Set([...wordsOf(name), initialsOf(name)])].filter((word) => word !== '')
}

/** The first letter of every part of a name. */
export function initialsOf(name: string): string {
  const parts =
    plainText(name)
      .replaceAll("'", '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return cut(parts.map((part) => initialOf(part)).join(''))
}

export function initialOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 32).trim()
}

/**
 * A search: the first few distinct words. An apostrophe does not split a word here. Single letters match so much that
 * more than four of them would cost time and help nobody.
 */
export function soughtWords(text: string, max = 12): string[] {
  const plain = plainText(text.slice(0, 400))
    .replaceAll(/'s(?![\p{L}\p{M}\p{N}])/gu, ' ')
    .replaceAll("'", '')
  const words = new Set((plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(cut))
  const letters = [...words].filter((word) => initialOf(word) === word)
  for (const letter of letters.slice(4)) words.delete(letter)
  return [...words].slice(0, max)
}

const quoted = /["“”„«»]([^"“”„«»]+)["“”„«»]/g

/** What a search has in quotes, as `phraseIn` compares it. */
export function phrasesOf(text: string): string[] {
  return [...text.slice(0, 400).matchAll(quoted)].map(([, phrase = '']) => spaced(phrase)).filter(isNotBlank)
}

/** Whether a text has the words of the phrase one after another. */
export function phraseIn(text: string, phrase: string): boolean {
  return spaced(text).includes(phrase)
}

function spaced(text: string) {
  return ` ${(plainText(text).replaceAll("'", '').match(part) ?? []).join(' ')} `
}

function isNotBlank(text: string) {
  return text.trim() !== ''
}

/** The words of a search with references such as "F-9012" joined, as the index has them too. */
export function joinedWords(text: string): string[] {
  const chains = plainText(text.slice(0, 400)).match(chain) ?? []
  return [...new Set(chains.map((written) => cut(written.split(link).join(''))))].slice(0, 12)
}

function withoutAccents(text: string) {
  return text
    .replace(apostrophe, "'")
    .normalize('NFKD')
    .replace(apostrophe, "'")
    .replace(accent, '')
    .replace(invisible, '')
    .toLowerCase()
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
}

function cut(word: string) {
  return word.length > maxWordLength ? Array.from(word).slice(0, maxWordLength).join('') : word
}
