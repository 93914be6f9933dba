export interface Fit {
  size: number
  lines: string[]
}

export interface TextBox {
  width: number
  height: number
  lineHeight: number
  maxLines: number
  /** From the largest to the smallest. */
  sizes: number[]
}

/** The width of a text as a fraction of its size. */
type Measure = (text: string) => number

interface Span {
  text: string
  width: number
}

/** Breaks a title into lines of about equal length at the largest size that fits; as a last resort it is cut. */
export function fitText(title: string, room: TextBox, measure: Measure): Fit {
  const words = title
    .trim()
    .split(/\s+/)
    .map((text) => ({ text, width: measure(text) }))
  const space = measure(' ')
  for (const size of room.sizes) {
    const width = room.width / size
    const lines = wrap(words, width, space)
    if (lines.length > linesIn(room, size) || !areWithin(lines, width)) continue
    return { size, lines: balance(words, lines, width, space).map((line) => line.text) }
  }
  return truncate(words, room, measure)
}

function linesIn(room: TextBox, size: number): number {
  return Math.min(room.maxLines, Math.max(1, Math.floor(room.height / (size * room.lineHeight))))
}

function wrap(words: Span[], width: number, space: number): Span[] {
  const lines: Span[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last && last.width + space + word.width <= width) {
      last.text += ` ${word.text}`
      last.width += space + word.width
    } else lines.push({ ...word })
  }
  return lines
}

function areWithin(lines: Span[], width: number): boolean {
  return lines.every((line) => line.width <= width)
}

/** The narrowest block with as many lines, so that no single word is left on the last one. */
function balance(words: Span[], lines: Span[], widest: number, space: number): Span[] {
  let best = lines
  for (let width = widest; width > 0; width -= widest / 40) {
    const tried = wrap(words, width, space)
    if (tried.length > lines.length || !areWithin(tried, width)) break
    best = tried
  }
  return best
}

function truncate(words: Span[], room: TextBox, measure: Measure): Fit {
  const size = room.sizes.at(-1)!
  const width = room.width / size
  const pieces = words.flatMap((word) => (word.width <= width ? [word] : breakWord(word, width, measure)))
  const lines = wrap(pieces, width, measure(' ')).map((line) => line.text)
  const max = linesIn(room, size)
  if (lines.length <= max) return { size, lines }
  return { size, lines: [...lines.slice(0, max - 1), shorten(lines[max - 1]!, width, measure)] }
}

function breakWord(word: Span, width: number, measure: Measure): Span[] {
  const letters = Array.from(word.text, (text) => ({ text, width: measure(text) }))
  return wrap(letters, width, 0).map((part) => ({ ...part, text: part.text.replaceAll(' ', '') }))
}

function shorten(line: string, width: number, measure: Measure): string {
  const letters = Array.from(line)
  while (letters.length > 1 && measure(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
