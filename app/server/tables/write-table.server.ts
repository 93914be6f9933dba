import { liftDeadline } from '#db/engine/deadline.server.ts'
import { inBatches } from './batches.ts'
import { safeCell } from './safe-cell.ts'
import type { Cell, Rows, TableColumn, TableFormat } from './table.ts'
import { writeXlsx } from './write-xlsx.server.ts'

/** The bytes of a table as a file, made while they are read: only a few rows are in memory. */
export function writeTable<Row>(
  format: TableFormat,
  columns: TableColumn<Row>[],
  rows: Rows<Row>,
): AsyncIterable<Uint8Array> {
  liftDeadline()
  if (format === 'xlsx') return writeXlsx(columns, rows)
  return inBatches(format === 'csv' ? csvText(columns, rows) : jsonText(columns, rows))
}

// The mark at the start tells a spreadsheet that the text is UTF-8.
async function* csvText<Row>(columns: TableColumn<Row>[], rows: Rows<Row>) {
  yield `\ufeff${columns.map(({ label }) => quoted(safeCell(label))).join(',')}\r\n`
  for await (const row of rows) yield `${columns.map(({ value }) => csvCell(value(row))).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'string') return quoted(safeCell(cell))
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell)
}

/** An empty text alone on its line would look like no row at all. */
function quoted(text: string): string {
  return text === '' || /^\s|\s$|[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* jsonText<Row>(columns: TableColumn<Row>[], rows: Rows<Row>) {
  yield '['
  let comma = ''
  for await (const row of rows) {
    const object = Object.fromEntries(columns.map(({ key, value }) => [key, value(row) ?? null]))
    yield `${comma}\n${JSON.stringify(object)}`
    comma = ','
  }
  yield '\n]\n'
}
