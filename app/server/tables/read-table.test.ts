import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { processorMs } from '#test/harness/processor-time.ts'
import { BadTable, limits } from './bad-table.ts'
import { openTable } from './read-table.server.ts'

describe('a CSV file', () => {
  test.each([
    ['a comma', 'No.,Name\r\n1,"Sen, Asha"\r\n'],
    ['a semicolon', 'No.;Name\n1;"Sen, Asha"\n'],
    ['a tab', 'No.\tName\n1\tSen, Asha\n'],
    ['a sign that it declares', 'sep=;\r\nNo.;Name\r\n1;Sen, Asha'],
  ])('is split at %s', async (_, text) => {
    expect(await rowsOf(Buffer.from(text))).toEqual([
      ['No.', 'Name'],
      ['1', 'Sen, Asha'],
    ])
  })

  const text = 'Name,Ort\nJürgen Größe,Köln\n'
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('is read as %s', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual([
      ['Name', 'Ort'],
      ['Jürgen Größe', 'Köln'],
    ])
  })

  test('keeps what Windows-1252 has beyond Latin 1', async () => {
    const bytes = Buffer.from([0x4e, 0x0a, 0x80, 0x93, 0x94, 0x8a, 0xff])
    expect(await rowsOf(bytes)).toEqual([['N'], ['€“”Šÿ']])
  })

  test('keeps Hindi, Tamil and line breaks inside a cell', async () => {
    expect(await rowsOf(Buffer.from('नाम,ஊர்\n"राम\nप्रसाद",மதுரை\n'))).toEqual([
      ['नाम', 'ஊர்'],
      ['राम\nप्रसाद', 'மதுரை'],
    ])
  })

  test('with a letter split between two chunks is still complete', async () => {
    const long = `a,b\n${'xxx\n'.repeat(16 * 1024 - 2)}x,ङङङ\n`
    expect((await rowsOf(Buffer.from(long))).at(-1)?.[1]).toBe('ङङङ')
  }, 10_000)

  test('with a quotation mark inside a cell is read', async () => {
    expect(await rowsOf(Buffer.from('a,b\n5" tube,x\n'))).toEqual([
      ['a', 'b'],
      ['5" tube', 'x'],
    ])
  })

  test.each([
    ['a quotation mark that is never closed', 'a,b\n"x,y\n', /without a closing one/],
    ['binary data', 'a,\0b\0\0\x01', /not a table/],
    ['too many columns', 'a,'.repeat(300), /more than 200 columns/],
    ['a cell that is too long', `a,b\n${'x'.repeat(40_000)},y`, /32,767/],
  ])('with %s is refused', async (_, text, sentence) => {
    await expect(rowsOf(Buffer.from(text))).rejects.toThrow(sentence)
    await expect(rowsOf(Buffer.from(text))).rejects.toThrow(BadTable)
  })

  test('with too many rows below its headings is refused, and with as many as allowed it is not', async () => {
    expect(await countRows(Buffer.from('a,b\n'.repeat(limits.rows + 1)))).toBe(limits.rows + 1)
    const bytes = Buffer.from('a,b\n'.repeat(limits.rows + 2))
    await expect(countRows(bytes)).rejects.toThrow('The table has more than 100,000 rows.')
  })
})

describe('a workbook', () => {
  const cells = `
    <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c></row>
    <row r="4"><c r="A4"><v>1994</v></c><c r="B4"><v>0.30000000000000004</v></c><c r="C4" s="1"><v>34672</v></c><c r="D4" s="1"><v>34672.5</v></c></row>
    <row r="5"><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="str"><f>A1</f><v>f &amp; g</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>1994-12-04</v></c><c/></row>`

  test('contains texts, numbers, days, yes and no, each in its column', async () => {
    expect(await rowsOf(workbook(cells))).toEqual([
      [],
      ['राम', 'A\rB', '', 'in line'],
      [],
      ['1994', '0.3', '1994-12-04', '1994-12-04 12:00:00'],
      ['TRUE', 'FALSE', 'f & g', '#N/A', '1994-12-04', ''],
    ])
  })

  test('that counts days from 1904 is understood', async () => {
    const bytes = workbook('<row r="1"><c s="1"><v>33210</v></c></row>', {
      workbookPr: '<workbookPr date1904="1"/>',
    })
    expect(await rowsOf(bytes)).toEqual([['1994-12-04']])
  })

  test('names its sheets, and any of them can be read', async () => {
    const table = await openTable(workbook(cells, { second: '<row r="1"><c><v>7</v></c></row>' }))
    expect(table.sheets).toEqual(['First', 'Second'])
    expect(await allOf(table.rows(1))).toEqual([['7']])
    await expect(allOf(table.rows(2))).rejects.toThrow('does not have that sheet')
  })

  test('whose elements have a prefix is read', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c><x:v>8</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await rowsOf(zip({ ...partsOf('', {}), 'xl/worksheets/sheet1.xml': sheet }))).toEqual([['8']])
  })

  test.each([
    [
      'a document type',
      { 'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' },
      /damaged/,
    ],
    [
      'tags that do not fit',
      { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData></row></worksheet>' },
      /damaged/,
    ],
    [
      'a row numbered far too high',
      { 'xl/worksheets/sheet1.xml': sheetOf('<row r="900000000"/>') },
      /too high/,
    ],
    [
      'a cell in a far column',
      { 'xl/worksheets/sheet1.xml': sheetOf('<row r="1"><c r="ZZZ1"/></row>') },
      /columns/,
    ],
    ['no workbook', { 'xl/workbook.xml': undefined }, /not an Excel workbook/],
    ['no sheet', { 'xl/worksheets/sheet1.xml': undefined }, /Part of this workbook is missing/],
  ])('with %s is refused', async (_, changed, sentence) => {
    const parts = Object.entries({ ...partsOf(cells, {}), ...changed }).filter(
      ([, text]) => text !== undefined,
    )
    await expect(rowsOf(zip(Object.fromEntries(parts) as Record<string, string>))).rejects.toThrow(sentence)
  })
})

describe('a malicious file', () => {
  test('with parts outside its folder is refused', async () => {
    for (const name of ['../evil.txt', '/etc/passwd', 'C:/evil.txt', 'xl/../../evil'])
      await expect(openTable(zip({ ...partsOf('', {}), [name]: 'x' }))).rejects.toThrow('outside its folder')
  })

  test('with a link is refused', async () => {
    const bytes = zip({ ...partsOf('', {}), link: '/etc/passwd' }, { link: 0o120777 })
    await expect(openTable(bytes)).rejects.toThrow('a link to another file')
  })

  test('with ten thousand parts is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, '']))
    await expect(openTable(zip(many))).rejects.toThrow('more than 1000 parts')
  })

  test('with two parts of one name is refused', async () => {
    await expect(openTable(zip({ 'xl/workbook.xml': 'a', 'XL/workbook.xml': 'b' }))).rejects.toThrow(
      'two of its parts have the same name',
    )
  })

  test('that would unpack to more than allowed is refused before unpacking', async () => {
    const bytes = zip({ ...partsOf('', {}), bomb: 'x'.repeat(1000) }, {}, { bomb: 3_000_000_000 })
    await expect(openTable(bytes)).rejects.toThrow('larger than 256 MB')
  })

  test('that unpacks to more than declared is refused while unpacking', async () => {
    const sheet = sheetOf(`<row r="1"><c t="str"><v>${' '.repeat(3_000_000)}</v></c></row>`)
    const bytes = zip(
      { ...partsOf('', {}), 'xl/worksheets/sheet1.xml': sheet },
      {},
      { 'xl/worksheets/sheet1.xml': 100 },
    )
    await expect(rowsOf(bytes)).rejects.toThrow(/one of its parts has the wrong size/)
  })

  test('with an endless comment is refused quickly', async () => {
    const sheet = `<worksheet><!-- ${'x'.repeat(60_000_000)}`
    const file = zip({ ...partsOf('', {}), 'xl/worksheets/sheet1.xml': sheet })
    const ms = await processorMs(() => expect(rowsOf(file)).rejects.toThrow(/damaged/))
    expect(ms).toBeLessThan(5000)
  })

  test.each([
    ['empty', '', /is empty/],
    ['an old workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /old Excel file/],
    ['a PDF', '%PDF-1.7', /a PDF/],
    ['half a zip', 'PK\x03\x04 and no more', /damaged/],
  ])('that is %s is refused', async (_, text, sentence) => {
    await expect(rowsOf(Buffer.from(text, 'latin1'))).rejects.toThrow(sentence)
  })

  test('that is too large is refused', async () => {
    await expect(openTable(Buffer.alloc(limits.bytes + 1, 'a'))).rejects.toThrow('larger than 20 MB')
  })
})

async function rowsOf(bytes: Buffer): Promise<string[][]> {
  return allOf((await openTable(bytes)).rows(0))
}

async function allOf(rows: AsyncIterable<string[]>) {
  const all: string[][] = []
  for await (const row of rows) all.push(row)
  return all
}

async function countRows(bytes: Buffer) {
  let count = 0
  for await (const _ of (await openTable(bytes)).rows(0)) count++
  return count
}

interface WorkbookParts {
  workbookPr?: string
  second?: string
}

function workbook(cells: string, wanted: WorkbookParts = {}) {
  return zip(partsOf(cells, wanted))
}

function sheetOf(cells: string) {
  return `<?xml version="1.0"?><worksheet xmlns="m"><sheetData>${cells}</sheetData></worksheet>`
}

function partsOf(cells: string, { workbookPr = '', second }: WorkbookParts): Record<string, string> {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
  return {
    'xl/workbook.xml': `<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="First" r:id="a"/>${second ? '<sheet name="Second" r:id="b"/>' : ''}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${type}" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="${type}" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>राम</t><rPh><t>Ram</t></rPh></si><si><r><t>A_x000D_</t></r><r><t>B</t></r></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheetOf(cells),
    ...(second && { 'xl/worksheets/sheet2.xml': sheetOf(second) }),
  }
}

/** A zip file as an attacker would make it: any names, any modes, any sizes. */
function zip(
  parts: Record<string, string>,
  modes: Record<string, number> = {},
  sizes: Record<string, number> = {},
) {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const path = Buffer.from(name)
    const size = sizes[name] ?? bytes.length
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x800, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(size, 18)
    shared.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((modes[name] ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([0x1e, 3]), shared, rest, path]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}
