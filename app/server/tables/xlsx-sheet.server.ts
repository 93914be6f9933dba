import { BadTable, limits } from './bad-table.ts'
import { dayOf } from './xlsx-dates.ts'
import { decodeXlsxText } from './xlsx-text.ts'
import { parseXml, type XmlListener } from './xml-stream.server.ts'

interface Shared {
  strings: string[]
  dateStyles: boolean[]
  from1904: boolean
}

/** The rows of one sheet as texts, each cell in its column. */
export async function* readSheet(
  pieces: AsyncIterable<Uint8Array>,
  shared: Shared,
): AsyncGenerator<string[]> {
  const gatherer = new RowGatherer(shared)
  for await (const _ of parseXml(pieces, gatherer)) yield* gatherer.take()
}

class RowGatherer implements XmlListener {
  readonly #shared: Shared
  #rows: string[][] = []
  #row: string[] | undefined
  #next = 0
  #column = 0
  #type = 'n'
  #style = 0
  #value = ''
  #inValue = false
  #phonetic = 0

  constructor(shared: Shared) {
    this.#shared = shared
  }

  take(): string[][] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: () => Record<string, string>) {
    if (name === 'row') return this.#openRow(Number(attributes()['r'] ?? this.#next + 1))
    if (name === 'c') return this.#openCell(attributes())
    if (name === 'rPh') this.#phonetic++
    this.#inValue = (name === 'v' || name === 't') && this.#phonetic === 0
  }

  text(text: string) {
    if (!this.#inValue) return
    this.#value += text
    if (this.#value.length > limits.cellCharacters)
      throw new BadTable(`Row ${this.#next} has a cell with more than 32,767 characters.`)
  }

  close(name: string) {
    this.#inValue = false
    if (name === 'rPh') this.#phonetic--
    if (name === 'c') this.#closeCell()
    if (name === 'row' && this.#row) {
      this.#rows.push(this.#row)
      this.#row = undefined
    }
  }

  /** Rows without cells may be left out of the file; the numbers of the following rows show it. */
  #openRow(number: number) {
    if (!Number.isInteger(number) || number <= this.#next || number > limits.rows + 1)
      throw new BadTable(
        `This sheet has a row with the number ${String(number).slice(0, 20)}, which is out of order or too high.`,
      )
    for (let missing = this.#next + 1; missing < number; missing++) this.#rows.push([])
    this.#next = number
    this.#row = []
    this.#column = 0
  }

  #openCell({ r, t, s }: Record<string, string>) {
    const letters = /^[A-Z]{1,3}/.exec(r ?? '')?.[0]
    this.#column = letters === undefined ? this.#column + 1 : columnOf(letters)
    if (this.#column > limits.columns)
      throw new BadTable(`Row ${this.#next} has more than ${limits.columns} columns.`)
    this.#type = t ?? 'n'
    this.#style = Number(s ?? 0)
    this.#value = ''
  }

  #closeCell() {
    if (!this.#row) return
    while (this.#row.length < this.#column - 1) this.#row.push('')
    this.#row[this.#column - 1] = this.#shown()
  }

  #shown(): string {
    const value = this.#value
    if (this.#type === 's') return this.#shared.strings[Number(value)] ?? ''
    if (this.#type === 'str' || this.#type === 'inlineStr') return decodeXlsxText(value)
    if (this.#type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
    if (this.#type !== 'n') return value.trim()
    if (value.trim() === '') return ''
    return this.#shownNumber(Number(value))
  }

  #shownNumber(number: number): string {
    if (!Number.isFinite(number)) return this.#value.trim()
    const day = this.#shared.dateStyles[this.#style] ? dayOf(number, this.#shared.from1904) : undefined
    // Fifteen digits are what a spreadsheet shows: 0.1 + 0.2 is 0.3 there.
    return day ?? String(Number(number.toPrecision(15)))
  }
}

/** A is 1, Z is 26, AA is 27. */
export function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}
