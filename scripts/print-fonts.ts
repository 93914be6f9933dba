/**
 * Makes the font files of the documents that the site prints as PDF:
 *   node scripts/print-fonts.ts
 * The results are committed, so this is run only when the font package or the character set changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const root = new URL('../', import.meta.url)
const stix = 'node_modules/@fontsource-variable/stix-two-text/files/stix-two-text-'
const noto = 'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-'
const folder = new URL('app/server/pictures/print-fonts/', root)

const latin = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’‚“”„†•…‰′″‹›€™−≤≥'
const transliteration = 'ĀāĪīŪūṚṛṜṝḶḷḸḹṂṃṀṁḤḥṄṅṬṭḌḍṆṇŚśṢṣĒēŌōḺḻṞṟṈṉḪḫẎẏ'
const latinExt = range(0x100, 0x17f) + range(0x218, 0x21b) + transliteration + '₹'

// With the two invisible joiners, and the circle that replaces a missing base letter.
const devanagari = range(0x900, 0x97f) + '\u200c\u200d\u25cc'

// What a formula needs in a line of text, and no text font has.
const mathSigns = '√∫∑∂∇∞≈≠→±×ℏ⟨⟩'

const cuts = [
  { file: 'latin-400', source: `${stix}latin-wght`, text: latin, axes: { wght: 400 } },
  { file: 'latin-700', source: `${stix}latin-wght`, text: latin, axes: { wght: 700 } },
  {
    file: 'latin-400-italic',
    source: `${stix}latin-wght`,
    style: 'italic',
    text: latin,
    axes: { wght: 400 },
  },
  { file: 'latin-ext-400', source: `${stix}latin-ext-wght`, text: latinExt, axes: { wght: 400 } },
  { file: 'latin-ext-700', source: `${stix}latin-ext-wght`, text: latinExt, axes: { wght: 700 } },
  { file: 'greek-400', source: `${stix}greek-wght`, text: range(0x386, 0x3ce), axes: { wght: 400 } },
  {
    file: 'cyrillic-400',
    source: `${stix}cyrillic-wght`,
    text: range(0x401, 0x451) + range(0x490, 0x491),
    axes: { wght: 400 },
  },
  { file: 'devanagari-400', source: `${noto}400`, text: devanagari },
  { file: 'math-400', source: 'app/ui/foundations/fonts/stix-two-math', style: '', text: mathSigns },
]

mkdirSync(folder, { recursive: true })
for (const { file, source, style = 'normal', text, axes } of cuts) {
  const whole = readFileSync(new URL(`${[source, style].filter(Boolean).join('-')}.woff2`, root))
  // As TrueType, because the PDF library cannot take letters out of the packed format.
  const cut = await subsetFont(whole, text, {
    targetFormat: 'truetype',
    ...(axes && { variationAxes: axes }),
  })
  writeFileSync(new URL(`${file}.ttf`, folder), cut)
  console.log(`${file}.ttf ${cut.length} bytes`)
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
}
