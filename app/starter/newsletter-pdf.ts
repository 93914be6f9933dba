import PdfDocument from 'pdfkit'
import { sampleIssues } from './samples/newsletters.ts'

export interface SamplePdf {
  title: string
  subtitle?: string
  /** One page each after the cover. */
  pages: { heading: string; text: string[] }[]
}

const ink = '#22305a'
const quiet = '#5b5f6b'
const margin = 64
const made = new Date('2026-11-15T00:00:00Z')

/** A small PDF that says on every page that it is a sample. The same words give the same bytes. */
export function makeSamplePdf({ title, subtitle, pages }: SamplePdf): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: 'A4',
    margin,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: title,
      Author: 'Sample',
      Subject: 'An invented document',
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
  drawCover(pdf, title, subtitle)
  for (const page of pages) {
    pdf.addPage()
    markSample(pdf)
    pdf.fillColor(ink).font('Times-Bold').fontSize(22).text(page.heading, margin, 110)
    pdf.moveDown(0.6).fillColor('#1c1e26').font('Times-Roman').fontSize(12)
    for (const paragraph of page.text) pdf.text(paragraph, { lineGap: 4, paragraphGap: 10 })
  }
  pdf.end()
  return whole
}

type Pdf = InstanceType<typeof PdfDocument>

function drawCover(pdf: Pdf, title: string, subtitle?: string): void {
  markSample(pdf)
  drawFigure(pdf, title.length)
  pdf.fillColor(ink).font('Times-Bold').fontSize(30).text(title, margin, 540, { width: 420 })
  if (subtitle) pdf.moveDown(0.4).fillColor(quiet).font('Times-Roman').fontSize(15).text(subtitle)
}

function markSample(pdf: Pdf): void {
  pdf
    .fillColor('#8c2f2b')
    .font('Helvetica-Bold')
    .fontSize(11)
    .text('SAMPLE', margin, 48, { characterSpacing: 3 })
  pdf.fillColor(quiet).font('Helvetica').fontSize(9)
  pdf.text('Invented, to show how this site works. Not a document of the Academy.', margin, 64)
}

/** A Lissajous figure whose frequencies depend on the document. */
function drawFigure(pdf: Pdf, variety: number): void {
  const [across, down] = [3 + (variety % 3), 4 + (variety % 4)]
  const [centreX, centreY, size] = [297, 320, 170]
  for (let step = 0; step <= 900; step++) {
    const turn = (2 * Math.PI * step) / 900
    const x = centreX + size * Math.sin(across * turn + 0.7)
    const y = centreY + size * Math.sin(down * turn)
    if (step === 0) pdf.moveTo(x, y)
    else pdf.lineTo(x, y)
  }
  pdf.lineWidth(1.1).strokeColor(ink).stroke()
}

const filler = [
  'This text was written only to fill a page. It tells nothing about the Academy, its people, its rules or its money.',
  'An editor can replace the file in the staff area, or remove all samples at once.',
]

function paper(title: string, subtitle: string, headings: string[]): SamplePdf {
  return { title, subtitle, pages: headings.map((heading) => ({ heading, text: filler })) }
}

const documents: Record<string, SamplePdf> = {
  'sample-conference-brochure': paper(
    'Sample brochure',
    'Sample International Conference on Light and Matter',
    ['Sample programme'],
  ),
  'sample-conference-report': paper('Sample report', 'Waves and structures', [
    'Sample summary',
    'Sample list of talks',
  ]),
  'sample-annual-report-2025': paper('Sample annual report', '2024–25', [
    'Sample year in brief',
    'Sample events',
  ]),
  'sample-annual-report-2024': paper('Sample annual report', '2023–24', [
    'Sample year in brief',
    'Sample events',
  ]),
  'sample-minutes': paper('Sample minutes', 'A General Body meeting', ['Sample agenda']),
  'sample-circular': paper('Sample circular', 'To all members', []),
  'sample-old-newsletter': paper('Sample newsletter of former years', '2016', ['Sample contents']),
  'sample-lecture-slides': paper('Sample slides', 'The shadow of an edge', ['Sample slide']),
  'sample-workshop-report': paper('Sample report', 'A spectrograph from simple parts', ['Sample summary']),
}

const issues = sampleIssues.map((issue): [string, SamplePdf] => [
  issue.pdf,
  paper(issue.title, issue.period, issue.articles),
])

/** The PDF files that sample entries name, made on demand. */
export const pdfFiles: Record<string, () => Promise<Buffer>> = Object.fromEntries(
  [...Object.entries(documents), ...issues].map(([name, document]) => [name, () => makeSamplePdf(document)]),
)
