/**
 * The characters of the fonts in `print-fonts`, as ranges of code points. A form can so refuse what no PDF could print
 * without loading the fonts.
 */
const printed =
  '20-7e a0-130 132-151 154-17f 218-21b 386-38a 38c 38e-3a1 3a3-3ce 401-451 490-491 900-97f 1e0c-1e0d 1e24-1e25 ' +
  '1e2a-1e2b 1e36-1e3b 1e40-1e49 1e5a-1e5f 1e62-1e63 1e6c-1e6d 1e8e-1e8f 200c-200d 2013-2014 2018-201a 201c-201e ' +
  '2022 2026 2032-2033 2039-203a 20ac 20b9 210f 2122 2192 2202 2207 2211-2212 221a 221e 222b 2248 2260 25cc 27e8-27e9'

const ranges = printed.split(' ').map((range) => {
  const [from = '', to = from] = range.split('-')
  return [parseInt(from, 16), parseInt(to, 16)] as const
})

const graphemes = new Intl.Segmenter('en')

/** What the fonts cannot print, by what readers see as one letter, each once. */
export function unprintableIn(text: string): string[] {
  const wrong = [...graphemes.segment(text.normalize('NFC'))].filter(
    ({ segment }) => ![...segment].every(isPrinted),
  )
  return [...new Set(wrong.map(({ segment }) => segment))]
}

/** A sign without a font of its own may be printed as plain letters, such as 2 for ₂, and an invisible one not at all. */
function isPrinted(letter: string): boolean {
  if (/\s|\p{Cf}/u.test(letter) || isInFonts(letter)) return true
  const plain = [...letter.normalize('NFKC')]
  return plain.length > 0 && plain.every((one) => /\s/.test(one) || isInFonts(one))
}

function isInFonts(letter: string): boolean {
  const point = letter.codePointAt(0) ?? 0
  return ranges.some(([from, to]) => from <= point && point <= to)
}
