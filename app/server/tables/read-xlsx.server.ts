import { BadTable, limits, withinLimits } from './bad-table.ts'
import { readSheet } from './xlsx-sheet.server.ts'
import { parseXml, type XmlListener } from './xml-stream.server.ts'
import { isDateFormat } from './xlsx-dates.ts'
import { decodeXlsxText } from './xlsx-text.ts'
import { openZip, type Parts } from './xlsx-zip.server.ts'

export interface Workbook {
  sheets: string[]
  /** Empty rows at the end are left out, empty ones between stay. */
  rows(sheet: number): AsyncGenerator<string[]>
}

const root = 'xl/workbook.xml'
const relations = 'xl/_rels/workbook.xml.rels'

export async function openXlsx(bytes: Buffer): Promise<Workbook> {
  const parts = await openZip(bytes)
  if (!parts.has(root)) throw new BadTable('This file is not an Excel workbook. Choose a CSV or XLSX file.')
  const { sheets, from1904 } = await readWorkbook(parts)
  if (sheets.length === 0) throw new BadTable('This workbook has no sheet with a table.')
  return {
    sheets: sheets.map(({ name }) => name),
    rows: (sheet) => withinLimits(rowsOf(parts, sheets[sheet]?.part, from1904)),
  }
}

async function* rowsOf(parts: Parts, part: string | undefined, from1904: boolean) {
  if (part === undefined) throw new BadTable('This workbook does not have that sheet.')
  const strings = await readSharedStrings(parts)
  const dateStyles = await readDateStyles(parts)
  yield* readSheet(parts.stream(part), { strings, dateStyles, from1904 })
}

async function readWorkbook(parts: Parts) {
  const targets = new Map<string, string>()
  if (parts.has(relations)) {
    await readAll(parts, relations, {
      open(name, attributes) {
        if (name !== 'Relationship') return
        const { Id = '', Target = '', Type = '' } = attributes()
        if (Type.endsWith('/worksheet')) targets.set(Id, inFolder(Target))
      },
    })
  }
  const sheets: { name: string; part: string }[] = []
  let from1904 = false
  await readAll(parts, root, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes()['date1904'] ?? '')
      if (name !== 'sheet') return
      const { name: label = '', ...rest } = attributes()
      const part = targets.get(rest['r:id'] ?? idOf(rest))
      if (part !== undefined) sheets.push({ name: label, part })
    },
  })
  return { sheets, from1904 }
}

/** The prefix of the relation is usually r, but a writer may choose another. */
function idOf(attributes: Record<string, string>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
}

function inFolder(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
}

async function readSharedStrings(parts: Parts): Promise<string[]> {
  const strings: string[] = []
  if (!parts.has('xl/sharedStrings.xml')) return strings
  let characters = 0
  let text = ''
  let inText = false
  let phonetic = 0
  const listener: XmlListener = {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      inText = name === 't' && phonetic === 0
    },
    text(piece) {
      if (!inText) return
      characters += piece.length
      if (characters > limits.sharedCharacters)
        throw new BadTable('This workbook has too much text. Save the sheet as CSV instead.')
      text += piece
    },
    close(name) {
      inText = false
      if (name === 'rPh') phonetic--
      if (name === 'si') strings.push(decodeXlsxText(text))
      if (strings.length > limits.cells)
        throw new BadTable('This workbook has too many texts. Save the sheet as CSV instead.')
    },
  }
  for await (const _ of parseXml(parts.stream('xl/sharedStrings.xml'), listener));
  return strings
}

/** For each style of a cell, whether it shows numbers as days. */
async function readDateStyles(parts: Parts): Promise<boolean[]> {
  if (!parts.has('xl/styles.xml')) return []
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let inCells = false
  await readAll(parts, 'xl/styles.xml', {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true
      if (name === 'numFmt') codes.set(Number(attributes()['numFmtId']), attributes()['formatCode'] ?? '')
      if (name !== 'xf' || !inCells) return
      const id = Number(attributes()['numFmtId'] ?? 0)
      styles.push(isDateFormat(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** For the small parts, which define how to read the large ones. */
async function readAll(parts: Parts, name: string, listener: Partial<XmlListener>) {
  let bytes = 0
  const counted = async function* () {
    for await (const piece of parts.stream(name)) {
      bytes += piece.length
      if (bytes > limits.partBytes)
        throw new BadTable('Part of this workbook is too large. Save the sheet as CSV instead.')
      yield piece
    }
  }
  const nothing = () => undefined
  const whole = { open: nothing, close: nothing, text: nothing, ...listener }
  for await (const _ of parseXml(counted(), whole));
}
