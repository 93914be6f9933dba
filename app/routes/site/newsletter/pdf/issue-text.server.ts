import { formulaText } from '#features/content/text/formula-text.ts'
import type { Block, Inline, RichText, TableRow } from '#features/content/text/document.ts'
import { noteParts } from '#features/content/text/note-text.ts'
import type { PrintedPicture } from './issue-document.ts'
import {
  colours,
  type IssueWriter,
  measure,
  type Part,
  type LinePiece,
  sheet,
  textOf,
} from './issue-writer.server.ts'

/** Writes rich text into the PDF of an issue. */

interface IssueContext {
  /** The address of the site, for links to its pages. */
  origin: string
  pictures: Record<string, PrintedPicture>
  /** Called with each heading, before it is written. */
  onHeading: (text: string) => void
}

export function writeText(writer: IssueWriter, document: RichText, given: IssueContext): void {
  const text = new TextWriter(writer, given)
  for (const block of document.content) text.block(block)
  text.notes()
}

interface Cell {
  isHead: boolean
  pieces: LinePiece[]
}

class TextWriter {
  readonly #writer: IssueWriter
  readonly #given: IssueContext
  readonly #notes: string[] = []

  constructor(writer: IssueWriter, given: IssueContext) {
    this.#writer = writer
    this.#given = given
  }

  block(block: Block, indent = 0, parent: Part = this.#writer.root): void {
    const writer = this.#writer
    switch (block.type) {
      case 'paragraph':
        return writer.write('P', this.#pieces(block.content), { indent }, parent)
      case 'heading':
        return this.#heading(block)
      case 'blockMath':
        return writer.write(
          'Formula',
          formulaText(block.attrs.latex),
          { indent: indent + 24, after: 9 },
          parent,
        )
      case 'horizontalRule':
        return this.#rule()
      case 'figure':
        return this.#figure(block.attrs)
      case 'table':
        return this.#table(block.content)
      case 'blockquote':
        return this.#inside('BlockQuote', parent, (quote) =>
          block.content.forEach((inner) => this.block(inner, indent + 18, quote)),
        )
      case 'bulletList':
      case 'orderedList':
        return this.#list(block, indent, parent)
    }
  }

  /** Writes the notes that the text refers to by numbers. */
  notes(): void {
    this.#notes.forEach((note, at) =>
      this.#writer.write('Note', [{ text: `[${at + 1}] ` }, ...this.#notePieces(note)], {
        size: 9,
        colour: colours.quiet,
        after: 3,
      }),
    )
  }

  #notePieces(note: string): LinePiece[] {
    return noteParts(note).map(({ text, isItalic, href }) => ({
      text,
      ...(isItalic && { weight: 'italic' as const }),
      link: href && this.#fullAddress(href),
    }))
  }

  #heading({ attrs, content }: Extract<Block, { type: 'heading' }>) {
    const pieces = this.#pieces(content)
    const text = textOf(pieces)
    if (text === '') return
    // Room for two lines below it, so that the bookmark leads to the page where the heading is.
    this.#writer.reserve(64)
    if (attrs.level === 2) this.#given.onHeading(text)
    const size = attrs.level === 2 ? 12.5 : 11
    this.#writer.write(`H${attrs.level + 1}`, text, { size, weight: 'bold', before: 8, after: 4 })
  }

  #list(block: Extract<Block, { type: 'bulletList' | 'orderedList' }>, indent: number, parent: Part) {
    const first = block.type === 'orderedList' ? (block.attrs?.start ?? 1) : undefined
    this.#inside('L', parent, (list) =>
      block.content.forEach(({ content }, at) =>
        this.#inside('LI', list, (item) => {
          const { pdf } = this.#writer
          this.#writer.reserve(32)
          const { y } = pdf
          this.#writer.write('Lbl', first === undefined ? '•' : `${first + at}.`, { indent, after: 0 }, item)
          pdf.y = y
          this.#inside('LBody', item, (body) =>
            content.forEach((inner) => this.block(inner, indent + 18, body)),
          )
        }),
      ),
    )
  }

  #table(rows: TableRow[]) {
    const lines = rows.map(({ content }) =>
      content.map((cell) => ({
        isHead: cell.type === 'tableHeader',
        pieces: cell.content.flatMap((block) => this.#piecesOf(block)),
      })),
    )
    const columns = Math.max(...lines.map((cells) => cells.length))
    const texts = lines.map((cells) => cells.map(({ pieces }) => textOf(pieces)))
    const widths = columnWidths(texts, columns)
    this.#writer.pdf.y += 4
    this.#inside('Table', this.#writer.root, (table) =>
      lines.forEach((cells) => this.#inside('TR', table, (line) => this.#row(cells, widths, line))),
    )
    this.#writer.pdf.y += 8
  }

  #row(cells: Cell[], widths: number[], line: Part) {
    const writer = this.#writer
    const size = 9.5
    const heights = cells.map(({ pieces }, at) => writer.heightOf(textOf(pieces), size, widths[at]! - 10))
    const height = Math.max(...heights) + 6
    writer.reserve(height)
    const top = writer.pdf.y
    let x = sheet.left
    cells.forEach(({ isHead, pieces }, at) => {
      const part = writer.pdf.struct(isHead ? 'TH' : 'TD', isHead ? ({ scope: 'Column' } as object) : {})
      line.add(part)
      const box = { x, y: top + 3, width: widths[at]! - 10 }
      writer.cell(part, pieces, box, { size, weight: isHead ? 'bold' : 'regular' })
      x += widths[at]!
    })
    writer.ornament(() => writer.pdf.rect(sheet.left, top + height, measure, 0.4).fill(colours.hairline))
    writer.pdf.y = top + height
  }

  #figure({ file, alt, caption, credit, video }: Extract<Block, { type: 'figure' }>['attrs']) {
    const writer = this.#writer
    const picture = this.#given.pictures[file]
    if (picture) {
      const scale = Math.min(measure / picture.width, 300 / picture.height)
      const height = picture.height * scale
      writer.reserve(height + 30)
      const { y } = writer.pdf
      writer.root.add(
        writer.pdf.struct('Figure', { alt }, () => {
          writer.pdf.image(Buffer.from(picture.bytes), sheet.left, y, { height })
        }),
      )
      writer.pdf.y = y + height + 6
    }
    const words = [caption ?? (picture ? undefined : alt), credit, video].filter(Boolean).join(' ')
    writer.write('Caption', words, { size: 9, colour: colours.quiet, after: 9 })
  }

  #rule() {
    const { pdf } = this.#writer
    this.#writer.reserve(20)
    this.#writer.ornament(() => pdf.rect(sheet.left, pdf.y + 6, measure, 0.4).fill(colours.hairline))
    pdf.y += 14
  }

  #inside(tag: string, parent: Part, write: (part: Part) => void) {
    const part = this.#writer.pdf.struct(tag)
    parent.add(part)
    write(part)
    part.end()
  }

  #piecesOf(block: Block): LinePiece[] {
    return 'content' in block ? this.#pieces((block.content ?? []) as Inline[]) : []
  }

  #pieces(content: Inline[] = []): LinePiece[] {
    return content.map((node) => {
      const marks = node.marks ?? []
      const link = marks.find((mark) => mark.type === 'link')?.attrs.href
      const weight = marks.some(({ type }) => type === 'bold')
        ? 'bold'
        : marks.some(({ type }) => type === 'italic')
          ? 'italic'
          : undefined
      return { text: this.#textOf(node), ...(weight && { weight }), link: link && this.#fullAddress(link) }
    })
  }

  #textOf(node: Inline): string {
    if (node.type === 'text') return node.text
    if (node.type === 'hardBreak') return '\n'
    if (node.type === 'inlineMath') return formulaText(node.attrs.latex)
    return ` [${this.#notes.push(node.attrs.text)}]`
  }

  /** A link within the page would lead nowhere in a document. */
  #fullAddress(href: string): string | undefined {
    if (href.startsWith('#')) return undefined
    return href.startsWith('/') ? this.#given.origin + href : href
  }
}

/** Each is as wide as its longest words need; together they are as wide as the text. */
function columnWidths(rows: string[][], columns: number): number[] {
  const wanted = Array.from({ length: columns }, (_, at) =>
    Math.sqrt(Math.max(8, ...rows.map((row) => row[at]?.length ?? 0))),
  )
  const sum = wanted.reduce((total, one) => total + one, 0)
  return wanted.map((one) => (measure * one) / sum)
}
