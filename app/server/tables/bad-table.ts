/** A file that cannot be read as a table. The message is a sentence for the person who chose the file. */
export class BadTable extends Error {
  override name = 'BadTable'
}

export const limits = {
  bytes: 20 * 1024 * 1024,
  /** Without the headings. */
  rows: 100_000,
  columns: 200,
  cells: 5_000_000,
  cellCharacters: 32_767,
  zipEntries: 1000,
  unpackedBytes: 256 * 1024 * 1024,
  /** The size of one part of a workbook that is held in memory whole. */
  partBytes: 8 * 1024 * 1024,
  sharedCharacters: 64 * 1024 * 1024,
}

/** Passes the rows on until there are too many of them, or one is too large. */
export async function* withinLimits(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let count = 0
  let cells = 0
  for await (const row of rows) {
    count += 1
    cells += row.length
    if (count > limits.rows + 1)
      throw new BadTable(`The table has more than ${formatCount(limits.rows)} rows.`)
    if (cells > limits.cells)
      throw new BadTable(`The table has more than ${formatCount(limits.cells)} cells.`)
    if (row.length > limits.columns)
      throw new BadTable(`Row ${formatCount(count)} has more than ${limits.columns} columns.`)
    if (row.some((cell) => cell.length > limits.cellCharacters))
      throw new BadTable(
        `Row ${formatCount(count)} has a cell with more than ${formatCount(limits.cellCharacters)} characters.`,
      )
    yield row
  }
}

function formatCount(number: number) {
  return number.toLocaleString('en-GB')
}
