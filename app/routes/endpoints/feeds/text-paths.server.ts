import { create, type Font } from 'fontkit'
import sans from '#ui/foundations/fonts/instrument-sans-latin.woff2?inline'
import sansExt from '#ui/foundations/fonts/instrument-sans-latin-ext.woff2?inline'
import serif from '#ui/foundations/fonts/stix-two-text-latin.woff2?inline'
import serifExt from '#ui/foundations/fonts/stix-two-text-latin-ext.woff2?inline'

/**
 * Text as outlines of the site's own fonts, so that a rendered picture looks the same on every machine. The fonts are
 * part of the server's bundle: it needs no path to them, and browsers get none of it.
 */

export interface TextStyle {
  family: 'serif' | 'sans'
  size: number
  /** Added after each letter, as a fraction of the size. */
  spacing?: number
}

interface FontRun {
  font: Font
  text: string
}

const sources = { serif: [serif, serifExt, sansExt], sans: [sans, sansExt, serifExt] }
const loaded: Partial<Record<TextStyle['family'], Font[]>> = {}

export function measure(text: string, style: TextStyle): number {
  return walk(text, style).width
}

/** The path data of a line of text whose baseline starts at x, y. */
export function pathOf(text: string, x: number, y: number, style: TextStyle): string {
  return walk(text, style, { x, y }).path
}

function walk(text: string, { family, size, spacing = 0 }: TextStyle, at?: { x: number; y: number }) {
  let width = 0
  let path = ''
  for (const piece of fontRunsOf(text, fontsOf(family))) {
    const scale = size / piece.font.unitsPerEm
    const { glyphs, positions } = piece.font.layout(piece.text)
    for (const [index, { xAdvance, xOffset, yOffset }] of positions.entries()) {
      if (at) {
        const outline = glyphs[index]!.path.scale(scale, -scale)
        path += outline.translate(at.x + width + xOffset * scale, at.y - yOffset * scale).toSVG()
      }
      width += xAdvance * scale + spacing * size
    }
  }
  return { width: Math.max(0, width - spacing * size), path }
}

/**
 * Splits the text by the font that has its letters. A letter that none has is written without its marks, or left out.
 */
function fontRunsOf(text: string, fonts: Font[]): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text.normalize('NFC')) {
    const [shown, font] = findLetter(character, fonts)
    if (!font) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}

function findLetter(character: string, fonts: Font[]): [string, Font | undefined] {
  const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  for (const shown of [character, bare]) {
    const font = fonts.find(
      (font) =>
        shown !== '' && Array.from(shown).every((one) => font.hasGlyphForCodePoint(one.codePointAt(0)!)),
    )
    if (font) return [shown, font]
  }
  return ['', undefined]
}

/** The text without what the fonts cannot write; undefined if too little would remain to be understood. */
export function writable(text: string, family: TextStyle['family']): string {
  const usable = fontRunsOf(text, fontsOf(family))
    .map((piece) => piece.text)
    .join('')
  return countLetters(usable) * 2 > countLetters(text) ? usable.replaceAll(/\s+/g, ' ').trim() : ''
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

function fontsOf(family: TextStyle['family']): Font[] {
  return (loaded[family] ??= sources[family].map((source) =>
    create(Buffer.from(source.split(',')[1] ?? '', 'base64')),
  ))
}
