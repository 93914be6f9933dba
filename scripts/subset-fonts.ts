/**
 * Makes the font files of the site and the style sheet that declares them:
 *   node scripts/subset-fonts.ts && oxfmt --write app/ui/foundations/fonts.css
 * The results are committed, so this is run only when a font package or the character set changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { addGlyphs, partsOfCharacters } from './added-glyphs.ts'
import { cuts, latin, latinRange, type Cut } from './font-cuts.ts'

const root = new URL('../', import.meta.url)
const packages = new URL('node_modules/', root)
const folder = new URL('app/ui/foundations/fonts/', root)

/** Letters of English text in percent, the space included, so that a fallback breaks lines where the font does. */
const frequency: Record<string, number> = {
  ' ': 18,
  e: 10.4,
  t: 7.4,
  a: 6.7,
  o: 6.2,
  i: 5.7,
  n: 5.7,
  s: 5.2,
  h: 5,
  r: 4.9,
  d: 3.5,
  l: 3.3,
  c: 2.3,
  u: 2.3,
  m: 2,
  w: 1.9,
  f: 1.8,
  g: 1.7,
  y: 1.6,
  p: 1.6,
  b: 1.2,
  v: 0.8,
  k: 0.6,
  x: 0.1,
  j: 0.1,
  q: 0.1,
  z: 0.1,
}

/** The sans is for menus and labels, which are more often single words than running text. */
const labelSpaces = 9

type Metrics = { ascent: number; descent: number; lineGap: number; width: (character: string) => number }

mkdirSync(folder, { recursive: true })
const faces: string[] = []
for (const cut of cuts) faces.push(await cutFont(cut))

const times = averageWidth(readAdobeWidths('Times-Roman'))
const helvetica = averageWidth(readAdobeWidths('Helvetica'), labelSpaces)
const stix = await readMetrics(cuts[0]!)
const sans = await readMetrics(cuts.find(({ family }) => family === 'Instrument Sans')!)
// Georgia is not shipped with anything we depend on; its average against that of Times New Roman is 913 to 832.
const fallbacks = [
  fallbackFace(
    'STIX Times',
    ['Times New Roman', 'Liberation Serif', 'Tinos'],
    stix,
    averageWidth(stix.width) / times,
  ),
  fallbackFace('STIX Georgia', ['Georgia'], stix, averageWidth(stix.width) / ((times * 913) / 832)),
  fallbackFace(
    'Instrument Arial',
    ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica'],
    sans,
    averageWidth(sans.width, labelSpaces) / helvetica,
  ),
]

const header = '/* Written by scripts/subset-fonts.ts: change it there. */\n'
writeFileSync(new URL('app/ui/foundations/fonts.css', root), header + [...faces, ...fallbacks].join('\n'))

async function cutFont(cut: Cut) {
  const { file, source, text, family, style, weight, features, isAdded, isStatic } = cut
  const shipped = readFileSync(new URL(source, packages))
  const original = isAdded ? await withAddedGlyphs(shipped) : shipped
  const font = await subsetFont(original, text, {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    ...(!isStatic && { variationAxes: { wght: weight } }),
  })
  writeFileSync(new URL(file, folder), font)
  const has = await covered(original, text)
  process.stdout.write(`${file} ${font.length} bytes, ${has.length} characters\n`)
  return `@font-face {
  font-family: '${family}';
  font-style: ${style};
  font-weight: ${typeof weight === 'number' ? weight : `${weight.min} ${weight.max}`};
  font-display: swap;
  src: url('./fonts/${file}') format('woff2');${
    family === 'STIX Two Math'
      ? ''
      : `
  unicode-range: ${text === latin ? latinRange : unicodeRange(has)};`
  }
}
`
}

async function withAddedGlyphs(original: Buffer) {
  const parts = await subsetFont(original, partsOfCharacters, { targetFormat: 'sfnt', noHinting: true })
  const glyphs = readCharacters(parts)
  return addGlyphs(parts, (character) => glyphs.get(character.codePointAt(0)!)!)
}

function fallbackFace(name: string, local: string[], font: Metrics, adjust: number) {
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`
  return `@font-face {
  font-family: '${name}';
  src: ${local.map((family) => `local('${family}')`).join(', ')};
  size-adjust: ${percent(adjust)};
  ascent-override: ${percent(font.ascent / adjust)};
  descent-override: ${percent(font.descent / adjust)};
  line-gap-override: ${percent(font.lineGap / adjust)};
}
`
}

function averageWidth(width: (character: string) => number, spaces = frequency[' ']!) {
  const entries = Object.entries({ ...frequency, ' ': spaces })
  const total = entries.reduce((sum, [, share]) => sum + share, 0)
  return entries.reduce((sum, [character, share]) => sum + width(character) * share, 0) / total
}

/** Helvetica and Times have, letter for letter, the widths of Arial and Times New Roman. */
function readAdobeWidths(name: string) {
  const afm = readFileSync(new URL(`node_modules/pdfkit/js/data/${name}.afm`, root), 'latin1')
  return (character: string) => {
    const entry = new RegExp(`^C ${character.codePointAt(0)} ; WX (\\d+)`, 'm').exec(afm)
    return Number(entry?.[1]) / 1000
  }
}

async function readMetrics({ source, text }: Cut): Promise<Metrics> {
  const font = await subsetFont(readFileSync(new URL(source, packages)), text, { targetFormat: 'sfnt' })
  const em = font.readUInt16BE(table(font, 'head') + 18)
  const hhea = table(font, 'hhea')
  const hmtx = table(font, 'hmtx')
  const longs = font.readUInt16BE(hhea + 34)
  const glyphs = readCharacters(font)
  return {
    ascent: font.readInt16BE(hhea + 4) / em,
    descent: -font.readInt16BE(hhea + 6) / em,
    lineGap: font.readInt16BE(hhea + 8) / em,
    width: (character) => {
      const glyph = glyphs.get(character.codePointAt(0)!) ?? 0
      return font.readUInt16BE(hmtx + 4 * Math.min(glyph, longs - 1)) / em
    },
  }
}

async function covered(original: Buffer, text: string) {
  const glyphs = readCharacters(await subsetFont(original, text, { targetFormat: 'sfnt' }))
  return [...glyphs.keys()]
    .filter((code) => text.includes(String.fromCodePoint(code)))
    .toSorted((a, b) => a - b)
}

function table(font: Buffer, tag: string) {
  const count = font.readUInt16BE(4)
  for (let index = 0; index < count; index++) {
    const entry = 12 + 16 * index
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8)
  }
  throw new Error(`the font has no ${tag} table`)
}

/** Character code to glyph, from the format 4 subtable that every one of these fonts carries. */
function readCharacters(font: Buffer) {
  const cmap = table(font, 'cmap')
  const offsets = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) =>
    font.readUInt32BE(cmap + 8 + 8 * i),
  )
  const at = offsets.map((offset) => cmap + offset).find((start) => font.readUInt16BE(start) === 4)
  if (at === undefined) throw new Error('the font has no format 4 character map')

  const size = font.readUInt16BE(at + 6)
  const glyphs = new Map<number, number>()
  for (let segment = 0; segment < size; segment += 2) {
    const end = font.readUInt16BE(at + 14 + segment)
    const start = font.readUInt16BE(at + 16 + size + segment)
    const delta = font.readUInt16BE(at + 16 + 2 * size + segment)
    const entryAt = at + 16 + 3 * size + segment
    const offset = font.readUInt16BE(entryAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = offset === 0 ? code : font.readUInt16BE(entryAt + offset + 2 * (code - start))
      glyphs.set(code, (raw + delta) & 0xffff)
    }
  }
  return glyphs
}

function unicodeRange(codes: number[]) {
  const runs: [number, number][] = []
  for (const code of codes) {
    const last = runs.at(-1)
    if (last && code === last[1] + 1) last[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16)
  return runs.map(([from, to]) => (from === to ? `u+${hex(from)}` : `u+${hex(from)}-${hex(to)}`)).join(', ')
}
