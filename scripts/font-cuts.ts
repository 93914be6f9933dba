import { addedCharacters } from './added-glyphs.ts'

/** Which characters of which fonts the site has. */

export const latin = range(0x20, 0x7e) + '\u00a0£§©«®°±²³¶·¹»¼½¾×÷' + range(0xc0, 0xff) + 'ıŒœ–—‘’“”•…′″€™−'
// Coarse on purpose: a character of the range that the file lacks falls through to the next font anyway.
export const latinRange = 'u+0-ff, u+131, u+152-153, u+2013-2122, u+2212'
const transliteration = 'ĀāĪīŪūṚṛṜṝḶḷḸḹṂṃṀṁḤḥṄṅṬṭḌḍṆṇŚśṢṣĒēŌōḺḻṞṟṈṉḪḫẎẏ'
/** Letters as formulas have them, then signs: operators, relations, arrows, brackets, accents. */
const mathLetters =
  range(0x20, 0x7e) +
  range(0x391, 0x3c9) +
  'ϕϵϑϱϖ' +
  range(0x1d434, 0x1d454) +
  range(0x1d456, 0x1d467) +
  'ℎℏℓℜℑ℘ℵıȷ' +
  range(0x1d6fc, 0x1d71b) +
  range(0x1d6e2, 0x1d6fa) +
  range(0x1d400, 0x1d433) +
  'ℂℍℕℙℚℝℤ𝟙ℬℰℱℋℐℒℳℛℊℯℴ' +
  range(0x1d49c, 0x1d4b5)
const mathSigns =
  '\u00a0¬±×÷·′″‴†‡…⋯⋮⋱−∓∗∘∙√∛∝∞∠∡∣∤∥∦∧∨∩∪∫∬∭∮∯∴∵∼≃≅≈≠≡≢≤≥≦≧≪≫≺≻⊂⊃⊄⊆⊇⊊⊕⊖⊗⊘⊙⊢⊣⊤⊥⊨⋀⋁⋂⋃⋅⋆∀∁∂∃∄∅∆∇∈∉∋∏∐∑' +
  '←↑→↓↔↕↗↘↙↖↦↪↼⇀⇌⇐⇒⇔⟵⟶⟷⟸⟹⟺⌈⌉⌊⌋⟨⟩⟪⟫‖|◦△▽□◇¯˙¨^~ˇ˘´`⃗⏞⏟⎴⎵'
const latinExt = range(0x100, 0x17f) + 'ȘșȚț' + transliteration + '₹'

export type Cut = {
  file: string
  source: string
  text: string
  family: 'STIX Two Text' | 'STIX Two Math' | 'Instrument Sans' | 'Noto Devanagari Web'
  /** The source has one weight only. */
  isStatic?: true
  /** The text is letters that the source lacks and we put together. */
  isAdded?: true
  style: 'normal' | 'italic'
  weight: number | { min: number; max: number }
  features: string[]
}

export const cuts: Cut[] = [
  {
    file: 'stix-two-text-latin.woff2',
    source: '@fontsource-variable/stix-two-text/files/stix-two-text-latin-wght-normal.woff2',
    text: latin,
    family: 'STIX Two Text',
    style: 'normal',
    weight: { min: 400, max: 700 },
    features: ['kern', 'liga', 'lnum', 'tnum', 'ccmp'],
  },
  {
    file: 'stix-two-text-latin-ext.woff2',
    source: '@fontsource-variable/stix-two-text/files/stix-two-text-latin-ext-wght-normal.woff2',
    text: latinExt,
    family: 'STIX Two Text',
    style: 'normal',
    // As many weights as the base: otherwise a bold name would take its accented letters from another font.
    weight: { min: 400, max: 700 },
    features: [],
  },
  {
    // One weight and plain letters: emphasis is rare, and every page with some pays for the file.
    file: 'stix-two-text-latin-italic.woff2',
    source: '@fontsource-variable/stix-two-text/files/stix-two-text-latin-wght-italic.woff2',
    text: range(0x20, 0x7e) + '–—‘’“”…',
    family: 'STIX Two Text',
    style: 'italic',
    weight: 400,
    features: ['lnum', 'tnum'],
  },
  {
    file: 'stix-two-text-accents-italic.woff2',
    source: '@fontsource-variable/stix-two-text/files/stix-two-text-latin-wght-italic.woff2',
    text: range(0xc0, 0xff) + 'ıŒœ',
    family: 'STIX Two Text',
    style: 'italic',
    weight: 400,
    features: [],
  },
  {
    file: 'stix-two-text-latin-ext-italic.woff2',
    source: '@fontsource-variable/stix-two-text/files/stix-two-text-latin-ext-wght-italic.woff2',
    text: latinExt,
    family: 'STIX Two Text',
    style: 'italic',
    weight: 400,
    features: [],
  },
  {
    // Kerning is left out: it varies with weight and costs 13 KB, as much as all the outlines together.
    file: 'instrument-sans-latin.woff2',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    text: latin,
    family: 'Instrument Sans',
    style: 'normal',
    weight: { min: 400, max: 600 },
    features: ['liga', 'lnum', 'tnum'],
  },
  {
    file: 'instrument-sans-latin-ext.woff2',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    text: latinExt,
    family: 'Instrument Sans',
    style: 'normal',
    weight: { min: 400, max: 600 },
    features: [],
  },
  {
    file: 'instrument-sans-added.woff2',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    text: addedCharacters,
    family: 'Instrument Sans',
    style: 'normal',
    weight: { min: 400, max: 600 },
    features: [],
    isAdded: true,
  },
  {
    // Only pages with a formula load it: no other text is in this family.
    file: 'stix-two-math.woff2',
    source: '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
    text: mathLetters + mathSigns,
    family: 'STIX Two Math',
    style: 'normal',
    weight: 400,
    features: ['ssty', 'dtls', 'flac', 'kern'],
    isStatic: true,
  },
  {
    // Last in the lists of fonts: only machines without a font for Devanagari load it, on pages that need one.
    file: 'noto-devanagari.woff2',
    source: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2',
    // With the two invisible joiners, and the circle that replaces a missing base letter.
    text: range(0x900, 0x97f) + '\u200c\u200d\u25cc',
    family: 'Noto Devanagari Web',
    style: 'normal',
    weight: 400,
    features: [
      ...['nukt', 'akhn', 'rphf', 'rkrf', 'blwf', 'half', 'vatu', 'cjct', 'pres', 'abvs', 'blws', 'psts'],
      ...['haln', 'abvm', 'blwm', 'ccmp', 'calt', 'dist', 'locl', 'mark', 'mkmk'],
    ],
    isStatic: true,
  },
]

function range(from: number, to: number) {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}
