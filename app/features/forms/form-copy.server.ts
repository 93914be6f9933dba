import PdfDocument from 'pdfkit'
import { officeTimeInWords } from '#office-time.ts'
import { cutIntoRuns, readAs, registerPrintFonts } from '#server/pictures/print-fonts.server.ts'
import { sizeText } from '#features/media/size-text.ts'
import type { ShownValue, ShownPart } from './shown.ts'

export interface FormCopy {
  title: string
  societyName: string
  reference: string
  receivedAt: Date
  /** Instead of the reference and the moment of receipt. */
  lead?: string
  /** Shown under the reference. */
  note?: string
  parts: ShownPart[]
}

const margin = 64
const ink = '#1c1e26'
const quiet = '#55585f'

/** A submitted form as a PDF: every answer as text that can be searched, read out and copied. */
export async function makeFormCopy(copy: FormCopy): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin + 12, left: margin, right: margin },
    lang: 'en-GB',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: {
      Title: `${copy.title} ${copy.reference}`,
      Author: copy.societyName,
      CreationDate: copy.receivedAt,
      ModDate: copy.receivedAt,
    },
  })
  registerPrintFonts(pdf)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  writeCopy(new Writer(pdf), copy)
  numberPages(pdf, copy.reference)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

type Pdf = InstanceType<typeof PdfDocument>

function writeCopy(writer: Writer, copy: FormCopy) {
  const { title, societyName, reference, receivedAt, note, parts } = copy
  const { lead = `Reference ${reference}, received ${officeTimeInWords(receivedAt)}` } = copy
  writer.line('P', societyName, { size: 10, colour: quiet })
  writer.line('H1', title, { size: 22, weight: 'bold' })
  writer.line('P', lead, { size: 12, after: 10 })
  if (note !== undefined) writer.line('P', note, { size: 10, colour: quiet, after: 10 })
  for (const { title, items } of parts) {
    writer.line('H2', title, { size: 14, weight: 'bold', before: 14, reserveBelow: 60 })
    for (const { label, shown } of items) {
      writer.line('P', label, { size: 9.5, colour: quiet, before: 7, reserveBelow: 28 })
      for (const line of linesOf(shown)) writer.line('P', line)
    }
  }
  if (!writer.isWhole)
    writer.line(
      'P',
      'This PDF cannot show some characters. It has a word in square brackets instead, such as [Tamil] or [sign]. We have saved the answers as they were typed.',
      { size: 10, colour: quiet, before: 14 },
    )
}

function linesOf(shown: ShownValue): string[] {
  switch (shown.kind) {
    case 'text':
      return [shown.text]
    case 'lines':
      return shown.lines
    case 'files':
      return shown.files.map(({ name, bytes }) => `${name} (${sizeText(bytes)})`)
    case 'rows':
      return shown.rows.map((cells, at) => {
        const said = cells.flatMap((cell, column) => (cell ? [`${shown.headings[column]}: ${cell}`] : []))
        return `${at + 1}. ${said.join('; ')}`
      })
  }
}

interface TextStyle {
  size?: number
  weight?: 'regular' | 'bold'
  colour?: string
  before?: number
  after?: number
  /** How much room must be left under it, so that it is not alone at the end of a page. */
  reserveBelow?: number
}

class Writer {
  /** Whether every letter could be printed. */
  isWhole = true
  private readonly pdf: Pdf
  private readonly root

  constructor(pdf: Pdf) {
    this.pdf = pdf
    this.root = pdf.struct('Document')
    pdf.addStructure(this.root)
  }

  line(tag: 'H1' | 'H2' | 'P', text: string, look: TextStyle = {}) {
    const { size = 11, weight = 'regular', colour = ink, before = 0, after = 2, reserveBelow = 0 } = look
    const { pdf } = this
    pdf.y += before
    if (reserveBelow > 0 && pdf.y + size + reserveBelow > pdf.page.height - pdf.page.margins.bottom)
      pdf.addPage()
    this.root.add(pdf.struct(tag, readAs(text), () => this.write(text, weight, size, colour)))
    pdf.y += after
  }

  private write(text: string, weight: 'regular' | 'bold', size: number, colour: string) {
    const { runs, isWhole } = cutIntoRuns(text, weight)
    this.isWhole &&= isWhole
    this.pdf.fillColor(colour).fontSize(size)
    runs.forEach(({ font, text }, at) => {
      const continued = at < runs.length - 1
      // A new piece would make the writer jump back to the left.
      if (at === 0) this.pdf.font(font).text(text, margin, this.pdf.y, { continued, lineGap: 1.5 })
      else this.pdf.font(font).text(text, { continued, lineGap: 1.5 })
    })
  }
}

function numberPages(pdf: Pdf, reference: string) {
  const { start, count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(start + at)
    // Below the margin the writer would start another page.
    const { bottom } = pdf.page.margins
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination' })
    const { runs } = cutIntoRuns(`${reference}, page ${at + 1} of ${count}`, 'regular')
    for (const { font, text } of runs)
      pdf
        .font(font)
        .fontSize(9)
        .fillColor(quiet)
        .text(text, margin, pdf.page.height - 48, { lineBreak: false })
    pdf.endMarkedContent()
    pdf.page.margins.bottom = bottom
  }
}
