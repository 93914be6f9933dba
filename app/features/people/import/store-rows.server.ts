import { setTimeout as sleep } from 'node:timers/promises'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { BadTable } from '#server/tables/bad-table.ts'
import { openTable } from '#server/tables/read-table.server.ts'
import type { StoredCells } from './queries.server.ts'
import { putRows, type ImportRow } from './rows.server.ts'

export interface TableUpload {
  bytes: Buffer
  /** The name of a sheet; by default the first one. */
  sheet: string
}

const rowsAtOnce = 100

/** The first row with two or more filled cells is the heading; empty rows are skipped. */
export async function storeRows(db: Db, id: string, upload: TableUpload) {
  const rows = await chooseSheet(upload)
  let headings: string[] | undefined
  let fileRow = 0
  let count = 0
  let waiting: ImportRow[] = []
  for await (const cells of rows) {
    fileRow++
    // PostgreSQL rejects NUL in a text.
    const notUndone = cells.map((cell) => cell.replaceAll('\0', '').toWellFormed())
    const filled = notUndone.filter((cell) => cell.trim() !== '').length
    if (filled === 0) continue
    if (!headings) {
      if (filled > 1) headings = notUndone.map((cell) => cell.trim())
      continue
    }
    const own: StoredCells = [fileRow, ...notUndone]
    waiting.push({ import_id: id, number: ++count, cells: toJson(own) })
    if (waiting.length < rowsAtOnce) continue
    const startedAt = performance.now()
    await insertRows(db, waiting)
    waiting = []
    // This runs in a request, and others come in between.
    await sleep(performance.now() - startedAt)
  }
  if (!headings)
    throw new BadTable('This file has no header row. Add headings such as “Member number” and “Name”.')
  if (count === 0) throw new BadTable('This file has headings but no rows below them.')
  await insertRows(db, waiting)
  return { headings, count }
}

async function chooseSheet({ bytes, sheet }: TableUpload) {
  const table = await openTable(bytes)
  if (sheet === '' || table.kind === 'csv') return table.rows(0)
  const at = table.sheets.findIndex((name) => name.trim().toLowerCase() === sheet.toLowerCase())
  if (at < 0)
    throw new BadTable(
      `This workbook has no sheet “${sheet}”. It has: ${table.sheets.slice(0, 20).join(', ')}.`,
    )
  return table.rows(at)
}

function insertRows(db: Db, rows: ImportRow[]) {
  return inTransaction(db, (db) => putRows(db, rows))
}
