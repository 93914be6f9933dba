import { readPlain } from '#features/forms/fields.ts'
import type { AnswerRow, Repeat } from '#features/forms/questions.ts'
import type { ListedPublication, ListRead, UnreadPiece } from './publication.ts'
import { readPublications } from './read-list.server.ts'

export interface PublicationsAdded {
  rows: AnswerRow[]
  added: number
  /** What stays in the box, because it was not understood or there was no room for it. */
  left: string
  /** Why something stays there. */
  sentence: string | undefined
}

export const maxListCharacters = 200_000
const maxQuoted = 5

/** Appends what a pasted list names to the rows of a question, without what is there already. */
export async function addPublications(
  question: Repeat,
  rows: AnswerRow[],
  pasted: string,
): Promise<PublicationsAdded> {
  if (pasted.length > maxListCharacters) return { rows, added: 0, left: pasted, sentence: tooLong }
  const read = await readPublications(pasted)
  const known = new Set(rows.flatMap(keysOf))
  const all = [...rows]
  const without: string[] = []
  for (const { publication, source } of read.pieces) {
    const row = toRow(question, publication)
    const keys = keysOf(row)
    if (keys.some((key) => known.has(key))) continue
    for (const key of keys) known.add(key)
    if (all.length < question.max) all.push(row)
    else without.push(source)
  }
  const sentences = [unreadSentence(read.unread), fullSentence(question, without.length)].filter(Boolean)
  return {
    rows: all,
    added: all.length - rows.length,
    left: leftOf(read, without),
    sentence: sentences.length > 0 ? sentences.join(' ') : undefined,
  }
}

const tooLong = `The list has more than ${maxListCharacters.toLocaleString('en')} characters. Paste only the publications that you want to add.`

function toRow({ questions }: Repeat, publication: ListedPublication): AnswerRow {
  const fields = questions
    .map((one) => [one.name, readPlain(one, publication[one.name as keyof ListedPublication])] as const)
    .filter(([, text]) => text !== '')
  return Object.fromEntries(fields)
}

/** By what two rows are the same publication: its DOI in any case, or title and year. */
function keysOf({ doi = '', title = '', year = '' }: AnswerRow): string[] {
  const plain = title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return [doi && `doi ${doi.toLowerCase()}`, plain && `title ${plain} ${year}`].filter(Boolean)
}

function leftOf({ unread, heading }: ListRead, without: string[]): string {
  const left = [...unread.map(({ source }) => source), ...without]
  return left.length > 0 && heading !== undefined ? [heading, ...left].join('\n') : left.join('\n')
}

function unreadSentence(unread: UnreadPiece[]): string {
  if (unread.length === 0) return ''
  const quoted = unread.slice(0, maxQuoted).map(({ line, source }) => `line ${line} (“${startOf(source)}”)`)
  const more = unread.length - quoted.length
  const all = more > 0 ? `${quoted.join(', ')} and ${more} more` : quoted.join(', ')
  return `We could not read ${all}. Correct what is still in the box and add it again, or delete it.`
}

function fullSentence({ max }: Repeat, count: number): string {
  if (count === 0) return ''
  return `There is room for ${max}, so we did not add ${count} more. They are still in the box: delete them, or remove others below and add them again.`
}

function startOf(source: string): string {
  const line = source.trim().split('\n', 1)[0] ?? ''
  return line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line
}
