import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { limits } from './bad-table.ts'
import { inBatches } from './batches.ts'
import type { Cell, Rows, TableColumn } from './table.ts'
import { encodeXlsxText } from './xlsx-text.ts'

// One time for all files, so that the same table produces the same bytes.
const options = { mtime: new Date('2000-01-01T00:00:00Z'), mode: 0o100644 }

/** A workbook of one sheet. Texts are typed as texts, so that none of them is taken for a formula. */
export async function* writeXlsx<Row>(
  columns: TableColumn<Row>[],
  rows: Rows<Row>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  for (const [name, text] of Object.entries(frame)) zip.addBuffer(Buffer.from(text), name, options)
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', options, (give) =>
    give(null, Readable.from(inBatches(sheetText(columns, rows)))),
  )
  zip.end()
  failed.catch((error: Error) => (zip.outputStream as Readable).destroy(error))
  yield* zip.outputStream as AsyncIterable<Uint8Array>
}

async function* sheetText<Row>(columns: TableColumn<Row>[], rows: Rows<Row>) {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield `<row r="1">${columns.map(({ label }) => textCell(label, 1)).join('')}</row>`
  let number = 1
  for await (const row of rows)
    yield `<row r="${++number}">${columns.map(({ value }) => cellOf(value(row))).join('')}</row>`
  yield '</sheetData></worksheet>'
}

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  return textCell(cell instanceof Date ? cell.toISOString() : cell)
}

function textCell(text: string, style = 0): string {
  const usable = encodeXlsxText(text.slice(0, limits.cellCharacters))
  return `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${usable}</t></is></c>`
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const frame = {
  '[Content_Types].xml': `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}
