import { Readable } from 'node:stream'
import { CsvError, parse, type Options } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { BadTable, withinLimits } from './bad-table.ts'
import { decodeText } from './decode-text.ts'
import { plainCell } from './safe-cell.ts'

type Delimiter = ',' | ';' | '\t'

const delimiters: Delimiter[] = [',', ';', '\t']
const sampleCharacters = 64 * 1024

const shared: Options = {
  relax_column_count: true,
  // A quotation mark in the middle of a cell, as in 5" tube, is just a character.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: 1024 * 1024,
}

/** The rows of a CSV file, whatever program wrote it. */
export function readCsv(bytes: Uint8Array): AsyncGenerator<string[]> {
  return withinLimits(records(bytes))
}

async function* records(bytes: Uint8Array): AsyncGenerator<string[]> {
  const sample = startOf(bytes)
  if (sample.includes('\0')) throw new BadTable('This file is not a table. Choose a CSV or XLSX file.')
  const declared = /^sep=([,;\t])\r?\n/.exec(sample)
  const delimiter = (declared?.[1] as Delimiter | undefined) ?? findDelimiter(sample)
  const options = { ...shared, delimiter, from_line: declared ? 2 : 1 }
  const parser = Readable.from(decodeText(bytes)).compose(parse(options))
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield record.map(plainCell)
  } catch (error) {
    throw explained(error)
  }
}

/** The separator that splits most rows into the same number of cells, and into most cells. */
export function findDelimiter(sample: string): Delimiter {
  const scores = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(sample, delimiter) }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

function scoreOf(sample: string, delimiter: Delimiter): number {
  const widths = sampleRows(sample, delimiter).map((row) => row.length)
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [width, alike] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [1, 0]
  return width === 1 ? 0 : (alike / widths.length) * 1000 + width
}

/** The last line of a sample may be cut in the middle of a cell. */
function sampleRows(sample: string, delimiter: Delimiter): string[][] {
  const whole = sample.length < sampleCharacters ? sample : sample.slice(0, sample.lastIndexOf('\n') + 1)
  try {
    return parseAtOnce(whole, { ...shared, delimiter, to: 20 })
  } catch {
    return []
  }
}

function startOf(bytes: Uint8Array): string {
  let text = ''
  for (const piece of decodeText(bytes)) {
    text += piece
    if (text.length >= sampleCharacters) break
  }
  return text.slice(0, sampleCharacters)
}

function explained(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = typeof error['lines'] === 'number' ? ` See line ${error['lines']}.` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new BadTable(`This file has an opening quotation mark without a closing one.${line}`)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new BadTable(`A row of this file is far too long; a quotation mark may be missing.${line}`)
  return new BadTable(`We cannot read this file as CSV.${line}`)
}
