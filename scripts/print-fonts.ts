/**
 * Makes the font files of the documents that the site prints as PDF:
 *   node scripts/print-fonts.ts
 * The results are kept in the repository, so this is run only when the font package or the character set changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const root = new URL('../', import.meta.url)
const packages = new URL('node_modules/@fontsource-variable/stix-two-text/files/', root)
const folder = new URL('app/server/print-fonts/', root)

const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’‚“”„†•…‰′″‹›€™−≤≥'
const transliteration = 'ĀāĪīŪūṚṛṜṝḶḷḸḹṂṃṀṁḤḥṄṅṬṭḌḍṆṇŚśṢṣĒēŌōḺḻṞṟṈṉḪḫẎẏ'
const latinExt = range(0x100, 0x17f) + range(0x218, 0x21b) + transliteration + '₹'

const cuts = [
  { file: 'latin-400', source: 'latin', text: latin, weight: 400 },
  { file: 'latin-700', source: 'latin', text: latin, weight: 700 },
  { file: 'latin-ext-400', source: 'latin-ext', text: latinExt, weight: 400 },
  { file: 'latin-ext-700', source: 'latin-ext', text: latinExt, weight: 700 },
  { file: 'greek-400', source: 'greek', text: range(0x386, 0x3ce), weight: 400 },
  { file: 'cyrillic-400', source: 'cyrillic', text: range(0x401, 0x451) + range(0x490, 0x491), weight: 400 },
]

mkdirSync(folder, { recursive: true })
for (const { file, source, text, weight } of cuts) {
  const whole = readFileSync(new URL(`stix-two-text-${source}-wght-normal.woff2`, packages))
  // As TrueType, because the writer of PDF files cannot take letters out of the packed format.
  const cut = await subsetFont(whole, text, { targetFormat: 'truetype', variationAxes: { wght: weight } })
  writeFileSync(new URL(`${file}.ttf`, folder), cut)
  console.log(`${file}.ttf ${cut.length} bytes`)
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
}
