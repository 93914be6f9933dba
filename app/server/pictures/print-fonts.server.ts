import { create } from 'fontkit'
import cyrillic from './print-fonts/cyrillic-400.ttf?inline'
import devanagari from './print-fonts/devanagari-400.ttf?inline'
import greek from './print-fonts/greek-400.ttf?inline'
import latinBold from './print-fonts/latin-700.ttf?inline'
import latinExtBold from './print-fonts/latin-ext-700.ttf?inline'
import latinExt from './print-fonts/latin-ext-400.ttf?inline'
import latinItalic from './print-fonts/latin-400-italic.ttf?inline'
import latin from './print-fonts/latin-400.ttf?inline'
import math from './print-fonts/math-400.ttf?inline'

/** The fonts of printed documents. Each holds one script, so a text is split where another one is needed. */

export interface Run {
  /** The name under which the font is registered. */
  font: string
  text: string
}

interface Font {
  name: string
  bytes: Buffer
  has: (letter: string) => boolean
}

const all = {
  latin: open('latin', latin),
  latinExt: open('latin-ext', latinExt),
  latinItalic: open('latin-italic', latinItalic),
  latinBold: open('latin-bold', latinBold),
  latinExtBold: open('latin-ext-bold', latinExtBold),
  greek: open('greek', greek),
  cyrillic: open('cyrillic', cyrillic),
  devanagari: open('devanagari', devanagari),
  math: open('math', math),
}

export type Weight = 'regular' | 'bold' | 'italic'

type Fonts = [Font, ...Font[]]

const otherScripts = [all.greek, all.cyrillic, all.devanagari, all.math]
const regular: Fonts = [all.latin, all.latinExt, ...otherScripts]
const fontsOf: Record<Weight, Fonts> = {
  regular,
  bold: [all.latinBold, all.latinExtBold, ...otherScripts],
  // Letters that it lacks stand upright among the others.
  italic: [all.latinItalic, ...regular],
}

function open(name: string, dataUrl: string): Font {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const font = create(bytes)
  return {
    name: `print-${name}`,
    bytes,
    has: (letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  }
}

/** Once for each document: by name the writer opens and embeds a font once, however often it is used. */
export function registerPrintFonts(pdf: { registerFont: (name: string, src: Buffer) => unknown }): void {
  for (const { name, bytes } of Object.values(all)) pdf.registerFont(name, bytes)
}

/**
 * A text split into pieces of one font each. What no font has is replaced by plain letters, such as 2 for ₂; failing
 * that by the name of its script in brackets, and then the text is incomplete.
 */
export function cutIntoRuns(text: string, weight: Weight): { runs: Run[]; isWhole: boolean } {
  const cut = new Cut(fontsOf[weight])
  for (const letter of text.normalize('NFC')) cut.add(letter)
  return { runs: cut.runs, isWhole: cut.isWhole }
}

class Cut {
  readonly runs: Run[] = []
  isWhole = true
  private readonly fonts: Fonts
  /** The script whose letters are left out here, and the spaces among them. */
  private left: { script: string; spaces: string } | undefined

  constructor(fonts: Fonts) {
    this.fonts = fonts
  }

  add(letter: string): void {
    if (/\s/.test(letter) && this.left) {
      this.left.spaces += letter
      return
    }
    const font = this.fontOf(letter)
    if (font) this.put(font, letter)
    else if (!this.addPlain(letter)) this.leaveOut(letter)
  }

  /** Joiners belong to the font of the letter before them. */
  private fontOf(letter: string): Font | undefined {
    if (/\s/.test(letter)) return this.fonts[0]
    const having = this.fonts.filter((font) => font.has(letter))
    return (
      having.find(({ name }) => name === this.runs.at(-1)?.font && /\p{M}|\p{Cf}/u.test(letter)) ?? having[0]
    )
  }

  private addPlain(letter: string): boolean {
    const plain = [...letter.normalize('NFKC')]
    const isPlain = plain.length > 0 && plain.every((one) => this.fontOf(one))
    if (isPlain) for (const one of plain) this.add(one)
    return isPlain
  }

  private leaveOut(letter: string): void {
    // Invisible by nature, so nothing of the text is lost with it.
    if (/\p{Cf}/u.test(letter)) return
    this.isWhole = false
    if (this.left && /\p{M}/u.test(letter)) return
    const script = scriptOf(letter)
    if (this.left?.script === script) this.left.spaces = ''
    else {
      this.put(this.fonts[0], `[${script}]`)
      this.left = { script, spaces: '' }
    }
  }

  private put(font: Font, letters: string): void {
    const { spaces = '' } = this.left ?? {}
    this.left = undefined
    if (spaces) this.put(this.fonts[0], spaces)
    const last = this.runs.at(-1)
    if (last?.font === font.name) last.text += letters
    else this.runs.push({ font: font.name, text: letters })
  }
}

/** For screen readers and copying: glyphs that are drawn in another order than they are read carry the text itself. */
export function readAs(text: string): { actual?: string } {
  return /\p{Script=Devanagari}/u.test(text) ? { actual: text } : {}
}

const scripts = [
  ...['Arabic', 'Armenian', 'Bengali', 'Ethiopic', 'Georgian', 'Gujarati', 'Gurmukhi', 'Han', 'Hangul'],
  ...['Hebrew', 'Hiragana', 'Kannada', 'Katakana', 'Khmer', 'Lao', 'Malayalam', 'Mongolian', 'Myanmar'],
  ...['Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai', 'Tibetan', 'Cyrillic', 'Greek', 'Latin', 'Devanagari'],
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)

const commonNames: Record<string, string> = {
  Han: 'Chinese',
  Hangul: 'Korean',
  Myanmar: 'Burmese',
  Oriya: 'Odia',
}

function scriptOf(letter: string): string {
  const name = scripts.find(([, fits]) => fits.test(letter))?.[0] ?? 'sign'
  return commonNames[name] ?? name
}
