import { create } from 'fontkit'
import cyrillic from './print-fonts/cyrillic-400.ttf?inline'
import greek from './print-fonts/greek-400.ttf?inline'
import latinBold from './print-fonts/latin-700.ttf?inline'
import latinExtBold from './print-fonts/latin-ext-700.ttf?inline'
import latinExt from './print-fonts/latin-ext-400.ttf?inline'
import latin from './print-fonts/latin-400.ttf?inline'

/** The fonts of printed documents. Each holds one script, so a text is cut where another one is needed. */

export interface Run {
  /** To be given to the writer of the PDF as it is. */
  font: Buffer
  text: string
}

interface Font {
  bytes: Buffer
  has: (letter: string) => boolean
}

/** Stands for a letter that none of the fonts has. */
export const missingLetter = '?'

const regular = [latin, latinExt, greek, cyrillic].map(open) as [Font, ...Font[]]
const bold = [...[latinBold, latinExtBold].map(open), ...regular.slice(2)] as [Font, ...Font[]]

function open(dataUrl: string): Font {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const font = create(bytes)
  return { bytes, has: (letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) }
}

/** A text cut into pieces of one font each; what no font has is told and replaced. */
export function cutIntoRuns(text: string, weight: 'regular' | 'bold'): { runs: Run[]; isWhole: boolean } {
  const fonts = weight === 'bold' ? bold : regular
  const runs: Run[] = []
  let isWhole = true
  for (const letter of text.normalize('NFC')) {
    const found = /\s/.test(letter) ? fonts[0] : fonts.find((font) => font.has(letter))
    isWhole &&= found !== undefined
    const { bytes } = found ?? fonts[0]
    const last = runs.at(-1)
    const shown = found ? letter : missingLetter
    if (last?.font === bytes) last.text += shown
    else runs.push({ font: bytes, text: shown })
  }
  return { runs, isWhole }
}
