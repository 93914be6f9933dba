/**
 * Letters of Indian names that Instrument Sans lacks (https://github.com/Instrument/instrument-sans), put together from
 * its own letters, full stop and macron as TrueType composites. Our cut of the font then has one face for every name.
 * The licence, SIL OFL 1.1, allows it: the font has no reserved name.
 */

interface Mark {
  from: '.' | '¯'
  /** How far the sign is raised, in thousandths of the em, for small letters and for capitals. */
  raised: { small: number; capital: number }
}

const dotBelow: Mark = { from: '.', raised: { small: -210, capital: -210 } }
const dotAbove: Mark = { from: '.', raised: { small: 617, capital: 800 } }
const lineBelow: Mark = { from: '¯', raised: { small: -812, capital: -812 } }
const lineAbove: Mark = { from: '¯', raised: { small: 0, capital: 180 } }

const added: [letters: string, bases: string, marks: Mark[]][] = [
  ['ṛṣṭḍṇṃḥḷṚṢṬḌṆṂḤḶ', 'rstdnmhlRSTDNMHL', [dotBelow]],
  ['ṅṁẏṄṀẎ', 'nmyNMY', [dotAbove]],
  ['ṟṉḻṞṈḺ', 'rnlRNL', [lineBelow]],
  ['ṝṜ', 'rR', [dotBelow, lineAbove]],
]

export const addedCharacters = added.map(([letters]) => letters).join('')

/** What the new letters are made from. */
export const partsOfCharacters = [...new Set([...added.map(([, bases]) => bases).join(''), '.', '¯'])].join(
  '',
)

type Tables = Map<string, Buffer>

interface Glyph {
  data: Buffer
  advance: number
  sideBearing: number
}

/** The font with glyphs for the new letters; only they have characters. */
export function addGlyphs(sfnt: Buffer, glyphOf: (character: string) => number): Buffer {
  const tables = readTables(sfnt)
  const glyphs = readGlyphs(tables)
  const first = glyphs.length
  const characters: [code: number, glyph: number][] = []
  for (const [letters, bases, marks] of added) {
    const base = [...bases]
    for (const [at, letter] of [...letters].entries()) {
      characters.push([letter.codePointAt(0)!, glyphs.length])
      glyphs.push(compose(glyphs, glyphOf, base[at]!, marks))
    }
  }
  writeGlyphs(tables, glyphs)
  growVariations(tables, glyphs.length - first)
  tables.set('cmap', characterMap(characters.toSorted(([a], [b]) => a - b)))
  // Without it, widths follow the variation of the letter that a composite takes its measures from.
  for (const name of ['HVAR', 'GSUB', 'GPOS', 'GDEF']) tables.delete(name)
  return writeTables(tables)
}

const wordArguments = 1
const argumentsAreOffsets = 2
const moreComponents = 32
const useMyMetrics = 512

function compose(
  glyphs: Glyph[],
  glyphOf: (character: string) => number,
  base: string,
  marks: Mark[],
): Glyph {
  const baseGlyph = glyphs[glyphOf(base)]!
  const box = boxOf(baseGlyph)
  const isSmall = base === base.toLowerCase()
  const parts = marks.map(({ from, raised }) => {
    const mark = glyphOf(from)
    const markBox = boxOf(glyphs[mark]!)
    const across = Math.round((box.left + box.right - markBox.left - markBox.right) / 2)
    return { mark, markBox, across, up: isSmall ? raised.small : raised.capital }
  })
  const whole = parts.reduce(
    (all, { markBox, across, up }) => ({
      left: Math.min(all.left, markBox.left + across),
      right: Math.max(all.right, markBox.right + across),
      bottom: Math.min(all.bottom, markBox.bottom + up),
      top: Math.max(all.top, markBox.top + up),
    }),
    box,
  )
  const head = words([-1, whole.left, whole.bottom, whole.right, whole.top])
  const flags = wordArguments | argumentsAreOffsets
  const components = [
    words([flags | useMyMetrics | moreComponents, glyphOf(base), 0, 0]),
    ...parts.map(({ mark, across, up }, at) =>
      words([flags | (at < parts.length - 1 ? moreComponents : 0), mark, across, up]),
    ),
  ]
  return { ...baseGlyph, data: Buffer.concat([head, ...components]) }
}

function boxOf({ data }: Glyph) {
  return {
    left: data.readInt16BE(2),
    bottom: data.readInt16BE(4),
    right: data.readInt16BE(6),
    top: data.readInt16BE(8),
  }
}

function readGlyphs(tables: Tables): Glyph[] {
  const loca = tables.get('loca')!
  const isLong = tables.get('head')!.readInt16BE(50) === 1
  const start = (at: number) => (isLong ? loca.readUInt32BE(4 * at) : 2 * loca.readUInt16BE(2 * at))
  const hmtx = tables.get('hmtx')!
  const longs = tables.get('hhea')!.readUInt16BE(34)
  return Array.from({ length: tables.get('maxp')!.readUInt16BE(4) }, (_, at) => ({
    data: tables.get('glyf')!.subarray(start(at), start(at + 1)),
    advance: hmtx.readUInt16BE(4 * Math.min(at, longs - 1)),
    sideBearing: hmtx.readInt16BE(at < longs ? 4 * at + 2 : 4 * longs + 2 * (at - longs)),
  }))
}

function writeGlyphs(tables: Tables, glyphs: Glyph[]) {
  const whole = glyphs.map(({ data }) => Buffer.concat([data, Buffer.alloc(-data.length & 3)]))
  const loca = Buffer.alloc(4 * (glyphs.length + 1))
  whole.forEach((data, at) => loca.writeUInt32BE(loca.readUInt32BE(4 * at) + data.length, 4 * at + 4))
  tables.set('glyf', Buffer.concat(whole))
  tables.set('loca', loca)
  tables.set('hmtx', Buffer.concat(glyphs.map(({ advance, sideBearing }) => words([advance, sideBearing]))))
  tables.get('head')!.writeInt16BE(1, 50)
  tables.get('hhea')!.writeUInt16BE(glyphs.length, 34)
  const maxp = tables.get('maxp')!
  maxp.writeUInt16BE(glyphs.length, 4)
  // The most points and contours of a composite, its parts, and how deep it is.
  ;[300, 12].forEach((most, at) => maxp.writeUInt16BE(most, 10 + 2 * at))
  ;[3, 1].forEach((most, at) => maxp.writeUInt16BE(most, 28 + 2 * at))
}

/** The new glyphs have no variations of their own: their parts vary. */
function growVariations(tables: Tables, count: number) {
  const gvar = tables.get('gvar')!
  const glyphs = gvar.readUInt16BE(12)
  const isLong = (gvar.readUInt16BE(14) & 1) === 1
  const size = isLong ? 4 : 2
  const endOfOffsets = 20 + size * (glyphs + 1)
  const last = gvar.subarray(endOfOffsets - size, endOfOffsets)
  const grown = Buffer.concat([
    gvar.subarray(0, endOfOffsets),
    ...Array.from({ length: count }, () => last),
    gvar.subarray(endOfOffsets),
  ])
  grown.writeUInt16BE(glyphs + count, 12)
  for (const at of [8, 16]) {
    const offset = grown.readUInt32BE(at)
    if (offset >= endOfOffsets) grown.writeUInt32BE(offset + size * count, at)
  }
  tables.set('gvar', grown)
}

/** In format 4, a segment for each character. */
function characterMap(characters: [code: number, glyph: number][]): Buffer {
  const segments: [code: number, delta: number][] = [
    ...characters.map(([code, glyph]): [number, number] => [code, (glyph - code) & 0xffff]),
    [0xffff, 1],
  ]
  const count = segments.length
  const power = 2 ** Math.floor(Math.log2(count))
  const codes = segments.map(([code]) => code)
  const search = [2 * count, 2 * power, Math.log2(power), 2 * (count - power)]
  const body = [
    ...search,
    ...codes,
    0,
    ...codes,
    ...segments.map(([, delta]) => delta),
    ...codes.map(() => 0),
  ]
  const table = words([4, 2 * body.length + 6, 0, ...body])
  return Buffer.concat([words([0, 1, 3, 1, 0, 12]), table])
}

function readTables(sfnt: Buffer): Tables {
  return new Map(
    Array.from({ length: sfnt.readUInt16BE(4) }, (_, index) => {
      const at = 12 + 16 * index
      const start = sfnt.readUInt32BE(at + 8)
      const data = Buffer.from(sfnt.subarray(start, start + sfnt.readUInt32BE(at + 12)))
      return [sfnt.toString('latin1', at, at + 4), data]
    }),
  )
}

/** The checksums are left out: the subsetter that reads this writes its own. */
function writeTables(tables: Tables): Buffer {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const head = Buffer.alloc(12 + 16 * sorted.length)
  head.writeUInt32BE(0x10000, 0)
  head.writeUInt16BE(sorted.length, 4)
  let start = head.length
  const bodies = sorted.map(([name, data], index) => {
    const at = 12 + 16 * index
    head.write(name, at, 'latin1')
    head.writeUInt32BE(start, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    const whole = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    start += whole.length
    return whole
  })
  return Buffer.concat([head, ...bodies])
}

/** Big-endian words of 16 bits. */
function words(values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => buffer.writeUInt16BE(value & 0xffff, 2 * at))
  return buffer
}
