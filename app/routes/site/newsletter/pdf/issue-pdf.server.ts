import PdfDocument from 'pdfkit'
import { markedTitle } from '#features/content/kinds/marked-title.ts'
import { cutIntoRuns, registerPrintFonts } from '#server/pictures/print-fonts.server.ts'
import { accent } from '#ui/foundations/spectrum.ts'
import { drawSpectrum } from '#routes/site/certificates/certificate-drawings.ts'
import type { IssueDocument, PrintedArticle, PrintedPicture } from './issue-document.ts'
import { writeText } from './issue-text.server.ts'
import { colours, IssueWriter, measure, sheet, type LineStyle, type Pdf } from './issue-writer.server.ts'

/** An issue of the newsletter as a PDF, made from its articles. */

const colour = accent('argon', 'light')
const callsTitle = 'Calls for nominations'
const maxLinesOfCover = 21

/** Facts that are known only after an issue has been drawn once. */
interface Layout {
  /** On which page each article starts. */
  pages: number[]
  /** At the end they would have a page almost for themselves. */
  areCallsOnCover: boolean
}

export async function drawIssue(document: IssueDocument): Promise<Buffer> {
  const layout = await drawOnce(document, { pages: [], areCallsOnCover: false })
  return (await drawOnce(document, layout)).bytes
}

async function drawOnce(document: IssueDocument, known: Layout): Promise<Layout & { bytes: Buffer }> {
  const made = new Date(document.madeAt)
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: sheet.top, bottom: sheet.bottom, left: sheet.left, right: sheet.right },
    lang: 'en-GB',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: {
      Title: markedTitle(`${document.title}, ${document.subtitle}`, document.sample),
      Author: document.society,
      Subject: document.sample ? 'Sample document. Not issued by the Academy.' : 'Newsletter',
      CreationDate: made,
      ModDate: made,
    },
  })
  registerPrintFonts(pdf)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const writer = new IssueWriter(pdf)
  writeCover(writer, document, known)
  // A long list of contents has filled the cover and goes on.
  if (pdf.bufferedPageRange().count === 1) pdf.addPage()
  else startBelow(writer)
  const pages = document.articles.map((article, at) => writeArticle(writer, article, document, at === 0))
  const areCallsOnCover =
    known.areCallsOnCover || (document.calls.length > 0 && writeLastCalls(writer, document))
  writer.root.end()
  writeHeads(pdf, document)
  pdf.end()
  await ended
  return { bytes: Buffer.concat(chunks), pages, areCallsOnCover }
}

function writeCover(writer: IssueWriter, document: IssueDocument, known: Layout) {
  const { pdf } = writer
  writer.write('P', document.society, { size: 11, colour: colours.quiet, after: 14 })
  writer.write('H1', document.title, { size: 28, after: 4 })
  writer.write('P', `${document.subtitle} · ${document.day}`, { size: 12, colour: colours.quiet, after: 4 })
  if (document.editors.length > 0)
    writer.write('P', `Edited by ${document.editors.join(' and ')}`, {
      size: 10,
      colour: colours.quiet,
      after: 4,
    })
  pdf.y += 8
  const strip = { x: sheet.left, y: pdf.y, width: measure, height: 12 }
  writer.ornament(() => drawSpectrum(pdf, 'argon', strip))
  pdf.y += 28
  if (document.summary) writer.write('P', document.summary, { size: 13, after: 14 })
  const lines = document.articles.length + (known.areCallsOnCover ? 3 + linesOfCalls(document) : 0)
  if (document.cover) drawCoverPicture(writer, document.cover, lines)
  writer.write('H2', 'In this issue', { size: 15, before: 4, after: 8 })
  writeContents(writer, document, known.pages)
  if (!known.areCallsOnCover) return
  pdf.y += 14
  writeCalls(writer, document, { size: 15, after: 8 })
}

/** As large as the lines below it allow. */
function drawCoverPicture(writer: IssueWriter, picture: PrintedPicture, lines: number) {
  const { pdf } = writer
  const room = Math.max(90, writer.bottom - pdf.y - 60 - 22 * lines)
  const height = Math.min(280, room, (picture.height * measure) / picture.width)
  const { y } = pdf
  writer.root.add(
    pdf.struct('Figure', { alt: 'The cover picture of the issue' }, () => {
      pdf.image(Buffer.from(picture.bytes), sheet.left, y, { height })
    }),
  )
  pdf.y = y + height + 16
}

/** Each line leads to its article. */
function writeContents(writer: IssueWriter, { articles }: IssueDocument, known: number[]) {
  const { pdf } = writer
  const list = pdf.struct('L')
  writer.root.add(list)
  articles.forEach(({ title, author }, at) => {
    const item = pdf.struct('LI')
    list.add(item)
    const body = pdf.struct('LBody')
    item.add(body)
    const page = known[at] === undefined ? '' : `, page ${known[at]}`
    const pieces = [
      { text: title, weight: 'bold' as const },
      { text: `${author ? ` · ${author}` : ''}${page}` },
    ]
    writer.write('Link', pieces, { size: 10.5, after: 3, goTo: destination(at) }, body)
    body.end()
    item.end()
  })
  list.end()
}

function destination(at: number): string {
  return `article-${at + 1}`
}

/** Returns the page on which it starts. */
function writeArticle(
  writer: IssueWriter,
  article: PrintedArticle,
  { articles, origin, pictures }: IssueDocument,
  isFirst: boolean,
): number {
  const { pdf } = writer
  if (!isFirst) startBelow(writer)
  const { count } = pdf.bufferedPageRange()
  pdf.addNamedDestination(destination(articles.indexOf(article)), 'XYZ', sheet.left, pdf.y - 12, null)
  const bookmark = pdf.outline.addItem(article.title)
  writer.write('H2', article.title, { size: 20, colour, after: 4, reserveBelow: 60 })
  if (article.author) writer.write('P', article.author, { size: 10, colour: colours.quiet, after: 6 })
  if (article.summary) writer.write('P', article.summary, { size: 12, weight: 'italic', after: 10 })
  writeText(writer, article.body, {
    origin,
    pictures,
    onHeading: (text) => bookmark.addItem(text),
  })
  return count
}

/** Returns whether they would leave a page almost empty, and have room on the cover. */
function writeLastCalls(writer: IssueWriter, document: IssueDocument): boolean {
  const { pdf } = writer
  const { count } = pdf.bufferedPageRange()
  startBelow(writer)
  writeCalls(writer, document, { size: 20, colour, after: 6, reserveBelow: 60 })
  const addsPage = pdf.bufferedPageRange().count > count
  const { articles } = document
  return addsPage && pdf.y < writer.bottom / 2 && articles.length + linesOfCalls(document) <= maxLinesOfCover
}

/** About as many as they take. */
function linesOfCalls({ calls }: IssueDocument): number {
  return calls.reduce((sum, { lines }) => sum + (lines.length === 0 ? 2 : 3), 0)
}

function writeCalls(writer: IssueWriter, { calls, origin }: IssueDocument, heading: LineStyle) {
  writer.pdf.outline.addItem(callsTitle)
  writer.write('H2', callsTitle, heading)
  for (const { title, summary, closes, lines, href } of calls) {
    writer.write('P', [{ text: title, weight: 'bold', link: origin + href }], { after: 1, reserveBelow: 30 })
    const more = [summary, closes && `Closes ${closes}.`].filter(Boolean).join(' ')
    writer.write('P', [more, ...lines].filter(Boolean).join(' '), { after: 9 })
  }
}

/** On the same page if a good part of it is left. */
function startBelow(writer: IssueWriter) {
  const { pdf } = writer
  if (pdf.y + 220 > writer.bottom) {
    pdf.addPage()
    return
  }
  writer.ornament(() => pdf.rect(sheet.left, pdf.y + 14, 60, 1.5).fill(colour))
  pdf.y += 34
}

/** The running head and the page number; the cover has neither. */
function writeHeads(pdf: Pdf, { title, subtitle, society, sample }: IssueDocument) {
  const { start, count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(start + at)
    // Outside the margins the writer would start another page.
    const { top, bottom } = pdf.page.margins
    Object.assign(pdf.page.margins, { top: 0, bottom: 0 })
    pdf.markContent('Artifact', { type: 'Pagination' })
    if (sample) put(pdf, 'SAMPLE. Not issued by the Academy.', 28, { colour: colours.sample })
    if (at > 0) {
      put(pdf, `${title}, ${subtitle}`, 46, { colour: colours.quiet })
      pdf.rect(sheet.left, 62, measure, 0.4).fill(colours.hairline)
      put(pdf, society, sheet.height - 50, { colour: colours.quiet })
      put(pdf, String(at + 1), sheet.height - 50, { colour: colours.quiet, align: 'right' })
    }
    pdf.endMarkedContent()
    Object.assign(pdf.page.margins, { top, bottom })
  }
}

function put(pdf: Pdf, text: string, y: number, look: { colour: string; align?: 'right' }) {
  const { runs } = cutIntoRuns(text, 'regular')
  const widthOf = (run: (typeof runs)[number]) => pdf.font(run.font).fontSize(8.5).widthOfString(run.text)
  const width = runs.reduce((sum, run) => sum + widthOf(run), 0)
  let x = look.align === 'right' ? sheet.left + measure - width : sheet.left
  for (const run of runs) {
    pdf.font(run.font).fontSize(8.5).fillColor(look.colour).text(run.text, x, y, { lineBreak: false })
    x += widthOf(run)
  }
}
