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

export interface LineStyle {
  size?: number
  weight?: Weight
  colour?: string
  before?: number
  after?: number
  indent?: number
  /** How much room must be left under it, so that it is not alone at the end of a page. */
  reserveBelow?: number
  /** A destination in the same document, to which all of it leads. Its tag must be Link. */
  goTo?: string
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
  write(tag: string, given: string | LinePiece[], look: LineStyle = {}, parent: Part = this.root): void {
    const pieces = (typeof given === 'string' ? [{ text: given }] : given).filter(({ text }) => text !== '')
    if (pieces.length === 0) return
    const { size = 10.5, before = 0, after = 6, reserveBelow = 0 } = look
    const { pdf } = this
    pdf.y += before
    this.reserve(size * 1.5 + reserveBelow)
    const part = pdf.struct(tag, readAs(textOf(pieces)))
    parent.add(part)
    const { indent = 0 } = look
    this.#fill(part, pieces, look, { x: sheet.left + indent, y: pdf.y, width: measure - indent })
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

  /** A text in a box of its own, the cell of a table. */
  cell(part: Part, pieces: LinePiece[], box: Box, look: LineStyle): void {
    this.#fill(part, pieces.length > 0 ? pieces : [{ text: '' }], look, box)
  }

  #fill(part: Part, pieces: LinePiece[], look: LineStyle, box: Box) {
    pieces.forEach((piece, at) => {
      const draw = () => this.#draw(piece, look, box, { isFirst: at === 0, isLast: at === pieces.length - 1 })
      part.add(piece.link === undefined ? draw : this.pdf.struct('Link', { alt: piece.text }, draw))
    })
    const { x, y, width } = box
    if (look.goTo) this.pdf.goTo(x, y, width, this.pdf.y - y, look.goTo, { structParent: part } as object)
    part.end()
  }

  #draw(
    { text, weight, link }: LinePiece,
    look: LineStyle,
    { x, y, width }: Box,
    { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
  ) {
    const { size = 10.5, colour = colours.ink } = look
    const { runs } = cutIntoRuns(text, weight ?? look.weight ?? 'regular')
    runs.forEach((run, at) => {
      const options = {
        continued: !(isLast && at === runs.length - 1),
        width,
        lineGap: 3,
        link: link ?? null,
        underline: link !== undefined,
      }
      this.pdf.font(run.font).fontSize(size).fillColor(colour)
      if (isFirst && at === 0) this.pdf.text(run.text, x, y, options)
      else this.pdf.text(run.text, options)
    })
  }
}

export function textOf(pieces: LinePiece[]): string {
  return pieces.map(({ text }) => text).join('')
}

interface Box {
  x: number
  y: number
  width: number
}
