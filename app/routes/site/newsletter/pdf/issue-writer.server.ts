import type PdfDocument from 'pdfkit'
import { cutIntoRuns, readAs, type Weight } from '#server/pictures/print-fonts.server.ts'

/** Writes tagged text down the page: every piece is content of the structure that screen readers follow. */

export type Pdf = InstanceType<typeof PdfDocument>
export type Part = ReturnType<Pdf['struct']>

export const sheet = { left: 96, right: 64, top: 84, bottom: 76, width: 595.28, height: 841.89 }
export const measure = sheet.width - sheet.left - sheet.right
export const colours = { ink: '#191b20', quiet: '#5a5e66', hairline: '#c9c6ba', sample: '#b3261e' }

/** A piece of a line with one look. */
export interface LinePiece {
  text: string
  weight?: Weight
  link?: string | undefined
}

export interface Look {
  size?: number
  weight?: Weight
  colour?: string
  before?: number
  after?: number
  indent?: number
  /** How much room must be left under it, so that it is not alone at the end of a page. */
  reserveBelow?: number
}

export class IssueWriter {
  readonly pdf: Pdf
  readonly root: Part

  constructor(pdf: Pdf) {
    this.pdf = pdf
    this.root = pdf.struct('Document')
    pdf.addStructure(this.root)
  }

  /** Text with the same look throughout, or pieces with their own. */
  write(tag: string, given: string | LinePiece[], look: Look = {}, parent: Part = this.root): void {
    const pieces = (typeof given === 'string' ? [{ text: given }] : given).filter(({ text }) => text !== '')
    if (pieces.length === 0) return
    const { size = 10.5, before = 0, after = 6, reserveBelow = 0 } = look
    const { pdf } = this
    pdf.y += before
    this.reserve(size * 1.5 + reserveBelow)
    const part = pdf.struct(tag, readAs(pieces.map(({ text }) => text).join('')))
    parent.add(part)
    pieces.forEach((piece, at) => {
      const draw = () => this.#draw(piece, look, { isFirst: at === 0, isLast: at === pieces.length - 1 })
      part.add(piece.link === undefined ? draw : pdf.struct('Link', { alt: piece.text }, draw))
    })
    part.end()
    pdf.y += after
  }

  /** Starts another page if less than this is left of it. */
  reserve(height: number): void {
    if (this.pdf.y + height > this.bottom) this.pdf.addPage()
  }

  get bottom(): number {
    return sheet.height - sheet.bottom
  }

  /** Decoration that screen readers skip. */
  ornament(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    this.pdf.endMarkedContent()
  }

  heightOf(text: string, size: number, width: number): number {
    return this.pdf.font('print-latin').fontSize(size).heightOfString(text, { width, lineGap: 3 })
  }

  /** A text in a box of its own, such as the cell of a table. */
  box(text: string, x: number, y: number, { width, size, weight = 'regular' }: Box): void {
    const { runs } = cutIntoRuns(text, weight)
    runs.forEach((run, at) => {
      const options = { continued: at < runs.length - 1, width, lineGap: 3 }
      this.pdf.font(run.font).fontSize(size).fillColor(colours.ink)
      if (at === 0) this.pdf.text(run.text, x, y, options)
      else this.pdf.text(run.text, options)
    })
  }

  #draw(
    { text, weight, link }: LinePiece,
    look: Look,
    { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
  ) {
    const { size = 10.5, colour = colours.ink, indent = 0 } = look
    const { runs } = cutIntoRuns(text, weight ?? look.weight ?? 'regular')
    const width = measure - indent
    runs.forEach((run, at) => {
      const options = {
        continued: !(isLast && at === runs.length - 1),
        width,
        lineGap: 3,
        link: link ?? null,
        underline: link !== undefined,
      }
      this.pdf.font(run.font).fontSize(size).fillColor(colour)
      if (isFirst && at === 0) this.pdf.text(run.text, sheet.left + indent, this.pdf.y, options)
      else this.pdf.text(run.text, options)
    })
  }
}

interface Box {
  width: number
  size: number
  weight?: Weight
}
