import { doiIn } from './doi.ts'
import { joinAuthors, toPublication, type ListRead, type ListedPublication } from './publication.ts'

/** Works as ORCID gives them as JSON, or as CSL-JSON, which reference managers export. */
export function readJsonList(text: string): ListRead {
  const whole = { pieces: [], unread: [{ line: 1, source: text }] }
  const items = itemsIn(parsed(text))
  if (items === undefined) return whole
  const read: ListRead = { pieces: [], unread: [] }
  for (const item of items) {
    const publication = publicationIn(item)
    const source = JSON.stringify(item)
    if (publication) read.pieces.push({ publication, source })
    else read.unread.push({ line: 1, source })
  }
  return read
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The works of a list. ORCID groups what several sources say about one work; the first is the preferred one. */
function itemsIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  const one = partsOf(value)
  if (!one) return undefined
  if (Array.isArray(one['group']))
    return one['group'].map((group) => firstOf(partsOf(group)?.['work-summary']))
  if (Array.isArray(one['bulk'])) return one['bulk'].map((work) => partsOf(work)?.['work'])
  if (Array.isArray(one['items'])) return one['items']
  return [value]
}

function publicationIn(item: unknown): ListedPublication | undefined {
  const work = partsOf(item)
  if (!work) return undefined
  const date = partsOf(work['publication-date'])
  return toPublication({
    authors: joinAuthors(authorsOf(work)),
    year:
      wordsIn(date?.['year']) || wordsIn(partsOf(work['issued'])?.['date-parts']) || wordsIn(work['year']),
    title: wordsIn(work['title']),
    journal: wordsIn(work['journal-title']) || wordsIn(work['container-title']) || wordsIn(work['publisher']),
    volume: wordsIn(work['volume']),
    pages: wordsIn(work['page']),
    doi: doiIn(wordsIn(work['DOI']) || wordsIn(work['doi']) || orcidDoi(work)),
  })
}

function authorsOf(work: Record<string, unknown>): string[] {
  const listed = listOf(work['author']).map((one) => {
    const { family, given, literal } = partsOf(one) ?? {}
    return wordsIn(literal) || [wordsIn(family), wordsIn(given)].filter(Boolean).join(', ')
  })
  const credited = listOf(partsOf(work['contributors'])?.['contributor']).map((one) =>
    wordsIn(partsOf(one)?.['credit-name']),
  )
  return [...listed, ...credited].filter(Boolean)
}

function orcidDoi(work: Record<string, unknown>): string {
  const ids = listOf(partsOf(work['external-ids'])?.['external-id']).map(partsOf)
  return wordsIn(ids.find((id) => id?.['external-id-type'] === 'doi')?.['external-id-value'])
}

/** A text, or the first one inside: titles are plain, in a list, or in an object with a value. */
function wordsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (depth > 4) return ''
  if (Array.isArray(value)) return wordsIn(value[0], depth + 1)
  const one = partsOf(value)
  return one ? wordsIn(one['value'] ?? one['title'], depth + 1) : ''
}

function partsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function firstOf(value: unknown): unknown {
  return listOf(value)[0]
}
