import { isHelper, publicationOf, readEntry } from './bibtex.ts'
import { isCsvHeading, readCsvList } from './csv-list.server.ts'
import { doisIn } from './doi.ts'
import { readJsonList } from './json-list.ts'
import { toPublication, type ListRead } from './publication.ts'
import { isRisEnd, isRisStart, risPublication } from './ris.ts'

/**
 * Reads a pasted list of publications: DOIs, BibTeX, RIS, a table, or JSON as ORCID and reference managers export it.
 * DOIs, BibTeX and RIS may be mixed. Nothing is looked up, and the time is proportional to the text.
 */
export async function readPublications(pasted: string): Promise<ListRead> {
  const text = clean(pasted)
  const start = text.trimStart()
  if (/^(?:\{|\[\s*(?:\{|\]))/.test(start)) return readJsonList(text)
  if (isCsvHeading(start.split('\n', 1)[0] ?? '')) return await readCsvList(start)
  return readMixed(text)
}

/** Without control characters, and with lines that end in one way. */
function clean(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .replaceAll('\uFEFF', '')
}

interface Block {
  kind: 'bibtex' | 'ris' | 'line'
  line: number
  lines: string[]
}

function readMixed(text: string): ListRead {
  const read: ListRead = { pieces: [], unread: [] }
  const abbreviations = new Map<string, string>()
  for (const block of blocksOf(text)) {
    if (block.kind === 'bibtex') addEntries(read, block, abbreviations)
    else if (block.kind === 'ris') addRecord(read, block)
    else addLine(read, block.lines[0] ?? '', block.line)
  }
  return read
}

/**
 * An entry of BibTeX starts with an @ at the start of a line and reaches at most to the next one, so an entry that
 * never closes spoils no other.
 */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  text.split('\n').forEach((line, at) => {
    const kind = /^ {0,8}@[a-z]/i.test(line) ? 'bibtex' : isRisStart(line.trim()) ? 'ris' : undefined
    if (kind) blocks.push((open = { kind, line: at + 1, lines: [line] }))
    else if (open) open.lines.push(line)
    else blocks.push({ kind: 'line', line: at + 1, lines: [line] })
    if (open?.kind === 'ris' && isRisEnd(line.trim())) open = undefined
  })
  return blocks
}

function addEntries(read: ListRead, { line, lines }: Block, abbreviations: Map<string, string>) {
  const text = lines.join('\n')
  let at = text.indexOf('@')
  let here = line
  while (at < text.length) {
    const entry = text[at] === '@' ? readEntry(text, at) : undefined
    if (!entry) return addRest(read, text.slice(at), here)
    const source = text.slice(at, entry.end)
    const publication = publicationOf(entry, abbreviations)
    if (entry.type === 'string') for (const [name, value] of entry.fields) abbreviations.set(name, value)
    else if (publication) read.pieces.push({ publication, source })
    else if (!isHelper(entry)) read.unread.push({ line: here, source })
    const from = at
    at = entry.end
    while (/[\s,]/.test(text[at] ?? '')) at += 1
    here += text.slice(from, at).split('\n').length - 1
  }
}

/** What follows the last entry: DOIs, or something else. An entry that does not close stays whole. */
function addRest(read: ListRead, text: string, line: number) {
  if (text.startsWith('@')) read.unread.push({ line, source: text.trim() })
  else text.split('\n').forEach((one, at) => addLine(read, one, line + at))
}

function addRecord(read: ListRead, { line, lines }: Block) {
  const publication = risPublication(lines.map((one) => one.trim()))
  const source = lines.join('\n').trim()
  if (publication) read.pieces.push({ publication, source })
  else read.unread.push({ line, source })
}

function addLine(read: ListRead, text: string, line: number) {
  if (text.trim() === '') return
  const dois = doisIn(text)
  if (dois.length === 0) read.unread.push({ line, source: text.trim() })
  for (const doi of dois) {
    const publication = toPublication({ doi })
    if (publication) read.pieces.push({ publication, source: dois.length === 1 ? text.trim() : doi })
  }
}
