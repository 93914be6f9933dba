import { doiIn } from './doi.ts'
import { etAl, joinAuthors, toPublication, type ListedPublication } from './publication.ts'
import { plainTeX } from './tex.ts'

/** One entry of BibTeX; undefined if its braces do not close. */
export interface BibtexEntry {
  type: string
  fields: Map<string, string>
  /** Where the text continues. */
  end: number
}

interface Cursor {
  text: string
  at: number
}

/** Reads the entry that starts with the @ at this position, in one pass. */
export function readEntry(text: string, start: number): BibtexEntry | undefined {
  const cursor = { text, at: start + 1 }
  const type = readWhile(cursor, isLetter).toLowerCase()
  skipSpace(cursor)
  const close = { '{': '}', '(': ')' }[text[cursor.at] ?? '']
  if (type === '' || close === undefined) return undefined
  cursor.at += 1
  if (type === 'comment' || type === 'preamble') return skipEntry(cursor, type)
  const fields = new Map<string, string>()
  if (type !== 'string') readWhile(cursor, (sign) => sign !== ',' && sign !== close)
  while (cursor.at < text.length) {
    readWhile(cursor, (sign) => sign === ',' || isSpace(sign))
    if (text[cursor.at] === close) return { type, fields, end: cursor.at + 1 }
    if (!readField(cursor, fields, close)) return undefined
  }
  return undefined
}

function skipEntry(cursor: Cursor, type: string): BibtexEntry | undefined {
  cursor.at -= 1
  const skipped = readBraced(cursor)
  return skipped === undefined ? undefined : { type, fields: new Map(), end: cursor.at }
}

function readField(cursor: Cursor, fields: Map<string, string>, close: string): boolean {
  const name = readWhile(cursor, (sign) => !isSpace(sign) && !'={},"#'.includes(sign)).toLowerCase()
  skipSpace(cursor)
  if (name === '' || cursor.text[cursor.at] !== '=') return false
  cursor.at += 1
  const pieces: string[] = []
  do {
    skipSpace(cursor)
    const piece = readValue(cursor, close)
    if (piece === undefined) return false
    pieces.push(piece)
    skipSpace(cursor)
  } while (cursor.text[cursor.at] === '#' && ++cursor.at)
  if (!fields.has(name)) fields.set(name, pieces.join(''))
  return true
}

function readValue(cursor: Cursor, close: string): string | undefined {
  const sign = cursor.text[cursor.at]
  if (sign === '{') return readBraced(cursor)
  if (sign === '"') return readQuoted(cursor)
  const word = readWhile(cursor, (one) => !isSpace(one) && one !== ',' && one !== '#' && one !== close)
  return word === '' ? undefined : word
}

function readBraced(cursor: Cursor): string | undefined {
  const start = cursor.at + 1
  let depth = 0
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const sign = cursor.text[cursor.at]
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth === 0) return cursor.text.slice(start, cursor.at++)
  }
  return undefined
}

function readQuoted(cursor: Cursor): string | undefined {
  const start = ++cursor.at
  let depth = 0
  for (; cursor.at < cursor.text.length; cursor.at += 1) {
    const sign = cursor.text[cursor.at]
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (sign === '"' && depth <= 0 && cursor.text[cursor.at - 1] !== '\\')
      return cursor.text.slice(start, cursor.at++)
  }
  return undefined
}

function readWhile(cursor: Cursor, fits: (sign: string) => boolean): string {
  const start = cursor.at
  while (cursor.at < cursor.text.length && fits(cursor.text[cursor.at] ?? '')) cursor.at += 1
  return cursor.text.slice(start, cursor.at)
}

function skipSpace(cursor: Cursor) {
  readWhile(cursor, isSpace)
}

function isSpace(sign: string): boolean {
  return sign === ' ' || sign === '\n' || sign === '\t'
}

function isLetter(sign: string): boolean {
  return /[a-z]/i.test(sign)
}

/** Entries that only help others, such as abbreviations of journals. */
export function isHelper({ type }: BibtexEntry): boolean {
  return type === 'comment' || type === 'preamble' || type === 'string'
}

export function publicationOf(
  { fields }: BibtexEntry,
  abbreviations: ReadonlyMap<string, string>,
): ListedPublication | undefined {
  const text = (...names: string[]) => {
    const value = names.map((name) => fields.get(name) ?? '').find((one) => one.trim() !== '') ?? ''
    if (value === '') return ''
    return plainTeX(abbreviations.get(value.toLowerCase()) ?? value)
  }
  return toPublication({
    authors: authorsIn(text('author', 'editor')),
    year: text('year', 'date'),
    title: text('title'),
    journal: text('journal', 'journaltitle', 'booktitle', 'school', 'institution', 'publisher'),
    volume: text('volume', 'number'),
    pages: text('pages'),
    doi: doiIn(text('doi')) || doiIn(text('url')),
  })
}

function authorsIn(text: string): string {
  const names = text.split(/ and /i).map((name) => name.trim())
  const isShortened = names.at(-1)?.toLowerCase() === 'others'
  const joined = joinAuthors(isShortened ? names.slice(0, -1) : names)
  return isShortened && !joined.endsWith(etAl) ? joined + etAl : joined
}
