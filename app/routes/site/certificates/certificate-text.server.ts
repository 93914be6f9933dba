import type PdfDocument from 'pdfkit'
import { cutIntoRuns, readAs, registerPrintFonts, type Run } from '#server/pictures/print-fonts.server.ts'

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

  sizeToFit(text: string, weight: Weight, width: number, max: number, min: number): number {
    let size = max
    while (size > min && this.widthOf(text, { size, weight }) > width) size -= 0.5
    return size
  }

  figure(alt: string, draw: () => void) {
    this.root.add(this.pdf.struct('Figure', { alt }, draw))
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

  private wrap(
    text: string,
    { size, weight = 'regular', width }: Pick<TextStyle, 'size' | 'weight'> & { width: number },
  ) {
    const lines: string[] = []
    for (const word of text.split(/\s+/)) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
      if (lines.length > 0 && this.widthOf(longer, { size, weight }) > width) lines.push(word)
      else lines.splice(-1, 1, longer)
    }
    return lines
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
