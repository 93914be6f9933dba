import { renderToString } from 'katex'

/** MathML for a formula, or undefined if it cannot be parsed or would take too long. */
export function mathMarkup(latex: string, displayMode: boolean): string | undefined {
  try {
    const html = renderToString(latex, {
      displayMode,
      output: 'mathml',
      trust: false,
      strict: false,
      maxExpand: 200,
      maxSize: 20,
    })
    const math = html.slice(html.indexOf('<math'), html.lastIndexOf('</math>') + '</math>'.length)
    // The content policy forbids style attributes. KaTeX escapes quotation marks in text, so this matches only tags.
    return math
      .replaceAll(/ style="[^"]*"/g, '')
      .replaceAll(styledLetter, (_, style: string, letter: string) => {
        return `<mi>${alphabets[style]?.(letter) ?? letter}`
      })
  } catch {
    // KaTeX throws on what it cannot parse, and the engine on nesting too deep for it: then the source is shown.
    return undefined
  }
}

// Browsers no longer support `mathvariant` other than "normal", so other letter shapes are written as characters. Bold,
// sans-serif and monospace keep the attribute, which the stylesheet reads.
const styledLetter = /<mi mathvariant="(double-struck|script|fraktur)">([A-Za-z])(?=<\/mi>)/g

const alphabets: Record<string, (letter: string) => string> = {
  'double-struck': alphabet(0x1d538, { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }),
  script: alphabet(0x1d49c, {
    B: 'ℬ',
    E: 'ℰ',
    F: 'ℱ',
    H: 'ℋ',
    I: 'ℐ',
    L: 'ℒ',
    M: 'ℳ',
    R: 'ℛ',
    e: 'ℯ',
    g: 'ℊ',
    o: 'ℴ',
  }),
  fraktur: alphabet(0x1d504, { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }),
}

/** Unicode lists upper and lower case letters in a row, except those that already had a code point. */
function alphabet(first: number, elsewhere: Record<string, string>) {
  return (letter: string) => {
    const isSmall = letter >= 'a'
    const position = letter.charCodeAt(0) - (isSmall ? 0x61 - 26 : 0x41)
    return elsewhere[letter] ?? String.fromCodePoint(first + position)
  }
}
