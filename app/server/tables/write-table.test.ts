import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#test/makers/arbitrary/any-text.ts'
import { limits } from './bad-table.ts'
import { openTable } from './read-table.server.ts'
import type { Cell, TableColumn, TableFormat } from './table.ts'
import { writeTable } from './write-table.server.ts'

const width = 3
const columns: TableColumn<Cell[]>[] = Array.from({ length: width }, (_, index) => ({
  key: `c${index}`,
  label: `Column ${index}`,
  value: (row) => row[index],
}))
const headings = columns.map(({ label }) => label)
const tables = fc.array(fc.array(anyText(20), { minLength: width, maxLength: width }), { maxLength: 8 })

test.each(['csv', 'json'] as const)(
  'while a long table is written as %s, others have their turns',
  async (format) => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [`${at}`, 'A longer text', 'Another text'])
    let count = 0
    let bytes = 0
    const timer = setInterval(() => count++, 0)
    for await (const chunk of writeTable(format, columns, rows)) bytes += chunk.length
    clearInterval(timer)

    expect(count).toBeGreaterThan(bytes / 32 / 1024 / 10)
  },
)

test.each(['csv', 'xlsx'] as const)(
  'whatever the texts, a table written as %s is read back',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const clean = rows.map((row) => row.map((text) => withoutNul(text.toWellFormed())))
        expect(await readBack(format, clean)).toEqual([headings, ...clean])
      }),
      { seed: 16, numRuns: 150 },
    )
  },
)

test('whatever the texts, a table written as JSON is read back', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const read = JSON.parse((await write('json', rows)).toString()) as Record<string, string>[]
      expect(read.map((object) => Object.values(object))).toEqual(rows)
    }),
    { seed: 16, numRuns: 100 },
  )
})

test('numbers, days, yes, no and empty values are written as such', async () => {
  const rows: Cell[][] = [
    [-1.5, true, null],
    [new Date('1994-12-04T00:00:00Z'), false, undefined],
  ]
  const texts = [
    ['-1.5', 'TRUE', ''],
    ['1994-12-04T00:00:00.000Z', 'FALSE', ''],
  ]
  expect(await readBack('csv', rows)).toEqual([headings, ...texts])
  expect(await readBack('xlsx', rows)).toEqual([headings, ...texts])
  expect(JSON.parse((await write('json', rows)).toString())).toEqual([
    { c0: -1.5, c1: true, c2: null },
    { c0: '1994-12-04T00:00:00.000Z', c1: false, c2: null },
  ])
})

test.each(['=cmd|calc', '+1', '-1', '@x', '\t=1', '\r=1'])(
  'no spreadsheet takes %j for a formula',
  async (text) => {
    const csv = (await write('csv', [[text, 'a', 'b']])).toString()
    const xlsx = await write('xlsx', [[text, 'a', 'b']])

    expect(csv.split('\r\n')[1]).toMatch(/^"?'/)
    const table = await openTable(xlsx)
    expect((await allOf(table.rows(0)))[1]?.[0]).toBe(text)
    expect(xlsx.includes('<f>')).toBe(false)
  },
)

test('a CSV file marks itself as UTF-8', async () => {
  expect((await write('csv', [])).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('a text too long for a cell of a workbook is cut there, and the file is still read', async () => {
  const rows = await readBack('xlsx', [['x'.repeat(40_000), 'a', 'b']])
  expect(rows[1]?.[0]).toHaveLength(limits.cellCharacters)
})

test.each(['csv', 'xlsx', 'json'] as const)(
  '50,000 rows of %s are written without holding them',
  async (format) => {
    let open = 0
    let max = 0
    let bytes = 0
    const rows = (function* () {
      for (let number = 0; number < 50_000; number++) {
        open++
        yield [`LM-${number}`, 'Āryabhaṭa, आर्यभट', number]
      }
    })()
    for await (const piece of writeTable(format, columns, rows)) {
      max = Math.max(max, open)
      open = 0
      bytes += piece.length
    }

    expect(bytes).toBeGreaterThan(100_000)
    // Compressed chunks stand for many rows; still only a small part of them waits at a time.
    expect(max).toBeLessThan(15_000)
  },
  30_000,
)

function readBack(format: TableFormat, rows: Cell[][]): Promise<string[][]> {
  return write(format, rows).then(async (bytes) => allOf((await openTable(bytes)).rows(0)))
}

async function write(format: TableFormat, rows: Cell[][]): Promise<Buffer> {
  return Buffer.concat(await allOf(writeTable(format, columns, rows)))
}

/** A CSV file with this character does not count as text at all. */
function withoutNul(text: string) {
  return text.replaceAll('\0', '')
}

async function allOf<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
