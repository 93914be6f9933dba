import type PdfDocument from 'pdfkit'
import { cutIntoRuns, readAs, registerPrintFonts, type Run } from '#server/pictures/print-fonts.server.ts'

/** In points. A name has one line; one that would be smaller there than `min` has two. */
const nameSizes = { one: { max: 44, min: 16 }, two: { max: 22, min: 7 } }

const graphemes = new Intl.Segmenter('en')

type Pdf = InstanceType<typeof PdfDocument>
type Weight = 'regular' | 'bold'

interface TextStyle {
  x: number
  /** The baseline of the letters. */
  y: number
  size: number
  weight?: Weight
  colour: string
  /** The space between the letters. */
  spacing?: number
  width?: number
  align?: 'left' | 'right'
}

type LineStyle = Pick<TextStyle, 'size' | 'weight'> & { width: number }

/** Writes text at exact positions, in as many fonts as it needs, and in reading order. */
export class CertificateText {
  private readonly pdf: Pdf
  private readonly root

  constructor(pdf: Pdf) {
    this.pdf = pdf
    registerPrintFonts(pdf)
    this.root = pdf.struct('Document')
    pdf.addStructure(this.root)
  }

  /** The text as the fonts can print it, with plain letters for superscripts or ligatures; undefined if they cannot. */
  printable(text: string, weight: Weight): string | undefined {
    return [text, text.normalize('NFKC')].find((one) => cutIntoRuns(one, weight).isWhole)
  }

  line(tag: 'H1' | 'P', text: string, look: TextStyle) {
    this.root.add(this.pdf.struct(tag, readAs(text), () => this.write(text, look)))
  }

  /** Several lines, as small as needed to fit a height; returns the position of the last one. */
  block(text: string, look: TextStyle & { width: number; maxHeight: number }): number {
    let { size } = look
    let lines = this.wrap(text, { ...look, size })
    while (size > 7 && (lines.length - 1) * size * 1.4 > look.maxHeight) {
      size -= 0.5
      lines = this.wrap(text, { ...look, size })
    }
    const lineHeight = size * 1.4
    const write = () =>
      lines.forEach((line, at) => this.write(line, { ...look, size, y: look.y + at * lineHeight }))
    this.root.add(this.pdf.struct('P', readAs(text), write))
    return look.y + (lines.length - 1) * lineHeight
  }

  /** One line, or two around the same middle; false, and nothing is written, if there is no room for it. */
  name(text: string, look: Omit<TextStyle, 'size'> & { width: number }): boolean {
    const fitted = this.fitName(text, look.width)
    if (!fitted) return false
    const { lines, size } = fitted
    const lineHeight = size * 1.2
    // A little above the middle: the next line is closer than the one before.
    const y = look.y - (lines.length - 1) * lineHeight * 0.62
    const write = () =>
      lines.forEach((line, at) => this.write(line, { ...look, size, y: y + at * lineHeight }))
    this.root.add(this.pdf.struct('P', readAs(text), write))
    return true
  }

  sizeToFit(text: string, weight: Weight, width: number, max: number, min: number): number {
    let size = max
    while (size > min && this.widthOf(text, { size, weight }) > width) size -= 0.5
    return size
  }

  figure(alt: string, draw: () => void) {
    this.root.add(this.pdf.struct('Figure', { alt }, draw))
  }

  /** A field for the forms of PDF readers. */
  field(add: (parent: ReturnType<Pdf['struct']>) => void) {
    const form = this.pdf.struct('Form')
    this.root.add(form)
    add(form)
    form.end()
  }

  /** Part of an ornament; its middle is at the given position. */
  mark(text: string, look: TextStyle) {
    this.write(text, { ...look, x: look.x - this.widthOf(text, { size: look.size, weight: 'regular' }) / 2 })
  }

  /** Decoration that screen readers skip. */
  ornament(draw: () => void) {
    this.pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    this.pdf.endMarkedContent()
  }

  end() {
    this.root.end()
  }

  private write(text: string, look: TextStyle) {
    const { y, size, weight = 'regular', colour, spacing = 0, width = 0, align = 'left' } = look
    let x = look.x + (align === 'right' ? width - this.widthOf(text, { size, weight, spacing }) : 0)
    for (const run of cutIntoRuns(text, weight).runs) {
      this.use(run, size).fillColor(colour)
      this.pdf.text(run.text, x, y, { baseline: 'alphabetic', lineBreak: false, characterSpacing: spacing })
      x += this.pdf.widthOfString(run.text, { characterSpacing: spacing })
    }
  }

  private fitName(text: string, width: number): { lines: string[]; size: number } | undefined {
    const { one, two } = nameSizes
    const size = this.sizeToFit(text, 'regular', width, one.max, one.min)
    if (this.widthOf(text, { size, weight: 'regular' }) <= width) return { lines: [text], size }
    const words = text.trim().split(/\s+/).join(' ')
    for (let size = two.max; size >= two.min; size -= 0.5) {
      const lines = this.wrap(words, { size, width })
      const hasWholeWords = lines.join(' ') === words
      if (lines.length <= 2 && (hasWholeWords || size === two.min)) return { lines, size }
    }
    return undefined
  }

  private wrap(text: string, { size, weight = 'regular', width }: LineStyle): string[] {
    const lines: string[] = []
    for (const word of text.split(/\s+/).flatMap((word) => this.piecesOf(word, { size, weight, width }))) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && this.widthOf(longer, { size, weight }) > width) lines.push(word)
      else lines.splice(-1, 1, longer)
    }
    return lines
  }

  /** The word, or pieces of it if it is wider than a line. */
  private piecesOf(word: string, { size, weight = 'regular', width }: LineStyle): string[] {
    const isTooWide = (text: string) => this.widthOf(text, { size, weight }) > width
    if (!isTooWide(word)) return [word]
    const pieces: string[] = []
    for (const { segment: letter } of graphemes.segment(word)) {
      const longer = `${pieces.at(-1) ?? ''}${letter}`
      if (pieces.length > 0 && isTooWide(longer)) pieces.push(letter)
      else pieces.splice(-1, 1, longer)
    }
    return pieces
  }

  private widthOf(
    text: string,
    { size, weight, spacing = 0 }: { size: number; weight: Weight; spacing?: number },
  ) {
    return cutIntoRuns(text, weight).runs.reduce(
      (sum, run) => sum + this.use(run, size).widthOfString(run.text, { characterSpacing: spacing }),
      0,
    )
  }

  private use({ font }: Run, size: number): Pdf {
    return this.pdf.font(font).fontSize(size)
  }
}
