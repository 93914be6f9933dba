import PdfDocument from 'pdfkit'
import { textOf } from './samples/articles.ts'

export interface SamplePdf {
  title: string
  subtitle?: string
  sections: { heading: string; text: string[] }[]
}

const ink = '#22305a'
const quiet = '#5b5f6b'
const margin = 64
const made = new Date('2026-11-15T00:00:00Z')

/** A page that says that it is a sample. The same words produce the same bytes. */
export function makeSamplePdf({ title, subtitle, sections }: SamplePdf): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: 'A4',
    margin,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: `${title} (sample)`,
      Author: 'Sample',
      Subject: 'Sample document',
      CreationDate: made,
      ModDate: made,
    },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  drawHead(pdf, title, subtitle)
  for (const { heading, text } of sections) {
    pdf.moveDown(1.2).fillColor(ink).font('Times-Bold').fontSize(20).text(heading, margin)
    pdf.moveDown(0.4).fillColor('#1c1e26').font('Times-Roman').fontSize(13)
    for (const paragraph of text) pdf.text(paragraph, { lineGap: 4, paragraphGap: 10 })
  }
  pdf.end()
  return whole
}

type Pdf = InstanceType<typeof PdfDocument>

function drawHead(pdf: Pdf, title: string, subtitle?: string): void {
  markSample(pdf)
  drawFigure(pdf, title.length)
  pdf.fillColor(ink).font('Times-Bold').fontSize(30).text(title, margin, 400, { width: 420 })
  if (subtitle) pdf.moveDown(0.4).fillColor(quiet).font('Times-Roman').fontSize(15).text(subtitle)
}

function markSample(pdf: Pdf): void {
  pdf
    .fillColor('#8c2f2b')
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('SAMPLE', margin, 48, { characterSpacing: 3 })
  pdf.fillColor(quiet).font('Helvetica').fontSize(9)
  pdf.text('Sample document. Not issued by the Academy.', margin, 64)
}

/** A Lissajous figure whose frequencies depend on the document. */
function drawFigure(pdf: Pdf, variety: number): void {
  const [across, down] = [3 + (variety % 3), 4 + (variety % 4)]
  const [centreX, centreY, size] = [297, 240, 130]
  for (let step = 0; step <= 900; step++) {
    const turn = (2 * Math.PI * step) / 900
    const x = centreX + size * Math.sin(across * turn + 0.7)
    const y = centreY + size * Math.sin(down * turn)
    if (step === 0) pdf.moveTo(x, y)
    else pdf.lineTo(x, y)
  }
  pdf.lineWidth(1.1).strokeColor(ink).stroke()
}

function paper(title: string, subtitle: string, headings: string[]): SamplePdf {
  return {
    title,
    subtitle,
    sections: headings.map((heading) => ({ heading, text: textOf(heading, subtitle) })),
  }
}

const documents: Record<string, SamplePdf> = {
  'sample-conference-brochure': paper('Brochure', 'International Conference on Light and Matter', [
    'Programme',
  ]),
  'sample-conference-report': paper('Conference report', 'Waves and structures', ['Summary', 'Talks']),
  'sample-annual-report-2025': paper('Annual report', '2024–25', ['The year in brief', 'Events']),
  'sample-annual-report-2024': paper('Annual report', '2023–24', ['The year in brief', 'Events']),
  'sample-minutes': paper('Minutes', 'General Body meeting', ['Agenda and decisions']),
  'sample-circular': paper('Circular', 'To all members', ['Your address']),
  'sample-old-newsletter': paper('Newsletter', '2016', ['Contents']),
  'sample-lecture-slides': paper('Slides', 'The shadow of an edge', ['Light at the edge of a shadow']),
  'sample-workshop-report': paper('Workshop report', 'A spectrograph from simple parts', ['What we built']),
}

/** The PDF files that sample entries name, made on demand. */
export const pdfFiles: Record<string, () => Promise<Buffer>> = Object.fromEntries(
  Object.entries(documents).map(([name, document]) => [name, () => makeSamplePdf(document)]),
)
