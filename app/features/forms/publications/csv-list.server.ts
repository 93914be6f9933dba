import { BadTable } from '#server/tables/bad-table.ts'
import { readCsv } from '#server/tables/read-csv.server.ts'
import { doiIn } from './doi.ts'
import { toPublication, type ListRead, type ListedPublication } from './publication.ts'

/** What programs call a column, in small letters. */
const columns: Record<keyof ListedPublication, readonly string[]> = {
  authors: ['authors', 'author', 'contributors'],
  year: ['year', 'publicationyear', 'pubyear', 'publicationdate', 'date'],
  title: ['title', 'worktitle', 'articletitle', 'documenttitle', 'publicationtitle'],
  journal: ['journal', 'journaltitle', 'sourcetitle', 'source', 'containertitle', 'publication'],
  volume: ['volume'],
  pages: ['pages', 'page'],
  doi: ['doi', 'doilink', 'dois'],
}

/** Whether a line is the heading of a table of publications. */
export function isCsvHeading(line: string): boolean {
  const cells = line
    .slice(0, 2000)
    .split(/[,;\t]/)
    .map(columnOf)
  return cells.filter(Boolean).length > 1 && (cells.includes('title') || cells.includes('doi'))
}

export async function readCsvList(text: string): Promise<ListRead> {
  const read: ListRead = { pieces: [], unread: [] }
  try {
    let names: (keyof ListedPublication | undefined)[] | undefined
    let line = 0
    for await (const cells of readCsv(Buffer.from(text))) {
      line += 1
      if (!names) {
        names = cells.map(columnOf)
        read.heading = toLine(cells)
      } else add(read, { line, cells, names })
    }
    return read
  } catch (error) {
    if (!(error instanceof BadTable)) throw error
    return { pieces: [], unread: [{ line: 1, source: text }] }
  }
}

interface TableLine {
  line: number
  cells: string[]
  names: (keyof ListedPublication | undefined)[]
}

function add(read: ListRead, { line, cells, names }: TableLine) {
  const said: Partial<ListedPublication> = {}
  names.forEach((name, at) => {
    if (name && !said[name]) said[name] = name === 'doi' ? doiIn(cells[at] ?? '') : (cells[at] ?? '')
  })
  const publication = toPublication(said)
  if (publication) read.pieces.push({ publication, source: toLine(cells) })
  else read.unread.push({ line, source: toLine(cells) })
}

function columnOf(heading: string): keyof ListedPublication | undefined {
  const plain = heading.toLowerCase().replaceAll(/[^a-z]/g, '')
  return (Object.keys(columns) as (keyof ListedPublication)[]).find((name) => columns[name].includes(plain))
}

function toLine(cells: string[]): string {
  return cells.map((cell) => (/[",;\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
