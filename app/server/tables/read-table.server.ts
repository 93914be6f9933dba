import { liftDeadline } from '#db/engine/deadline.server.ts'
import { BadTable, limits } from './bad-table.ts'
import { readCsv } from './read-csv.server.ts'
import { openXlsx, type Workbook } from './read-xlsx.server.ts'

export type Table = Workbook & { kind: 'csv' | 'xlsx' }

/** Opens a table by its content, not by its name. Throws BadTable with a sentence, here or while rows are read. */
export async function openTable(bytes: Buffer): Promise<Table> {
  liftDeadline()
  if (bytes.length === 0) throw new BadTable('This file is empty.')
  if (bytes.length > limits.bytes) throw new BadTable('This file is larger than 20 MB.')
  if (startsWith(bytes, 'PK\x03\x04')) return { kind: 'xlsx', ...(await openXlsx(bytes)) }
  if (startsWith(bytes, '\xd0\xcf\x11\xe0'))
    throw new BadTable(
      'This is an old Excel file, or one with a password. Save it as Excel workbook (.xlsx) without a password.',
    )
  if (startsWith(bytes, '%PDF')) throw new BadTable('This is a PDF. Choose a CSV or XLSX file.')
  return { kind: 'csv', sheets: ['CSV'], rows: () => readCsv(bytes) }
}

function startsWith(bytes: Buffer, signature: string) {
  return bytes.subarray(0, signature.length).equals(Buffer.from(signature, 'latin1'))
}
