import PdfDocument from 'pdfkit'
import { signatureBytes, unknownRanges } from '#features/certificates/pdf-signature/sign-pdf.server.ts'
import { textToSign } from '#features/certificates/signature.server.ts'
import {
  kindTitles,
  sentenceOf,
  validityOf,
  type CertificateContent,
} from '#features/certificates/certificate-content.ts'
import { dayInWords } from '#office-time.ts'
import { accent } from '#ui/foundations/spectrum.ts'
import { drawEmblem, drawHairline, drawQrCode, drawScale, drawSpectrum } from './certificate-drawings.ts'
import { CertificateText } from './certificate-text.server.ts'
import { elements } from './elements.ts'

/**
 * A certificate as a PDF with room for its signature. The same row, key and address produce the same bytes, so none are
 * stored.
 */

const page = { width: 841.89, height: 595.28 }
const left = 72
const right = page.width - left
const qrSize = 88
const footTop = 394
const colours = { ink: '#191b20', quiet: '#5a5e66', hairline: '#c9c6ba', sample: '#b3261e' }

export interface DrawnCertificate extends Proof {
  statement: CertificateContent
  issuedAt: number
  /** The scanned signatures of its officers, by their SHA-256. */
  signatures?: Record<string, Uint8Array>
}

export async function drawCertificate(given: DrawnCertificate): Promise<Buffer> {
  const { statement, issuedAt, address, fingerprint } = given
  const made = new Date(issuedAt)
  const pdf = new PdfDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: 'en-GB',
    displayTitle: true,
    tagged: true,
    // Writes the mark of PDF/UA into the metadata, and the list of letters into each font. The types lack it.
    ...({ subset: 'PDF/UA' } as object),
    pdfVersion: '1.7',
    info: {
      Title: `${kindTitles[statement.kind]} ${statement.number}`,
      Author: statement.society,
      Subject: `${statement.name}, ${statement.rank}`,
      CreationDate: made,
      ModDate: made,
      ...{ IAPSCertificate: textToSign({ statement, page: address, key: fingerprint }) },
    },
  })
  escapeMetadata(pdf)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const text = new CertificateText(pdf)
  drawHead(pdf, text, statement)
  drawBody(pdf, text, statement)
  drawOfficers(pdf, text, statement, given.signatures)
  drawFoot(pdf, text, statement, { address, fingerprint })
  reserveSignature(pdf, text, statement.society, made)
  text.end()
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

type Pdf = InstanceType<typeof PdfDocument>

/** Members that pdfkit has and does not declare. */
interface Internals {
  info: Record<string, unknown>
  _addInfo(): void
  _root: { data: { AcroForm: { data: Record<string, unknown> } } }
  page: { annotations: unknown[]; dictionary: unknown }
}

/** pdfkit writes these texts into XML as they are, once it has written them where readers show them. */
function escapeMetadata(pdf: Pdf) {
  const { info, _addInfo: addInfo } = pdf as unknown as Internals
  const escaped = (text: unknown) =>
    String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const addEscaped = () => {
    for (const name of ['Title', 'Author', 'Subject']) info[name] = escaped(info[name])
    addInfo.call(pdf)
  }
  Object.assign(pdf, { _addInfo: addEscaped })
}

/** A field for the signature that takes no room on the page. In pdfkit a plain string is a name. */
function reserveSignature(pdf: Pdf, text: CertificateText, society: string, made: Date) {
  const plain = (words: string) => Object(words) as string
  const { _root: root, page } = pdf as unknown as Internals
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: unknownRanges,
    Contents: Buffer.alloc(signatureBytes),
    M: made,
    Name: plain(society),
  })
  const widget = {
    Subtype: 'Widget',
    FT: 'Sig',
    T: plain('Signature'),
    TU: plain('Digital signature'),
    F: 132,
    P: page.dictionary,
    V: signature,
  }
  text.field((structParent) => pdf.annotate(0, 0, 0, 0, { ...widget, structParent } as object))
  pdf.initForm()
  const { data: form } = root.data.AcroForm
  delete form['NeedAppearances']
  Object.assign(form, { Fields: page.annotations.slice(-1), SigFlags: 3 })
  ;(signature as unknown as { end(): void }).end()
}

function drawHead(pdf: Pdf, text: CertificateText, { society, sample }: CertificateContent) {
  text.ornament(() => {
    drawHairline(pdf, { x: 36, y: 36, width: page.width - 72, height: page.height - 72 }, colours.hairline)
    drawEmblem(pdf, { x: left + 22, y: 92, radius: 22 }, colours.ink)
  })
  text.line('P', society.toUpperCase(), {
    x: left + 60,
    y: 96,
    size: 11.5,
    spacing: 1.6,
    colour: colours.ink,
  })
  if (sample) {
    const look = {
      x: right - 150,
      y: 96,
      size: 11.5,
      spacing: 3,
      weight: 'bold',
      colour: colours.sample,
    } as const
    text.line('P', 'SAMPLE', { ...look, align: 'right', width: 150 })
  }
}

const officersHeight = 62

/** The text above moves up where officers sign below it; certificates without them look as they always did. */
function liftOf({ officers = [] }: CertificateContent): { lift: number; below: number } {
  return officers.length > 0 ? { lift: 30, below: officersHeight } : { lift: 0, below: 0 }
}

function drawOfficers(
  pdf: Pdf,
  text: CertificateText,
  { officers = [] }: CertificateContent,
  signatures: Record<string, Uint8Array> = {},
) {
  officers.forEach(({ name, office, signature }, at) => {
    const x = left + at * 276
    const picture = signature === undefined ? undefined : signatures[signature]
    if (picture)
      text.figure(`Signature of ${name}`, () =>
        pdf.image(Buffer.from(picture), x, footTop - officersHeight, {
          fit: [150, 32],
          valign: 'bottom',
        } as const),
      )
    const nameSize = text.sizeToFit(name, 'regular', 264, 12, 7)
    text.line('P', name, { x, y: footTop - 19, size: nameSize, colour: colours.ink })
    const officeSize = text.sizeToFit(office, 'regular', 264, 9, 7)
    text.line('P', office, { x, y: footTop - 8, size: officeSize, colour: colours.quiet })
  })
}

function drawBody(pdf: Pdf, text: CertificateText, statement: CertificateContent) {
  const { lift, below } = liftOf(statement)
  const colour = accent(elements[statement.kind], 'light')
  const width = right - left
  text.line('H1', kindTitles[statement.kind], { x: left, y: 162 - lift * 0.4, size: 18, colour })
  text.line('P', 'This is to certify that', { x: left, y: 202 - lift * 0.7, size: 13, colour: colours.quiet })
  const named = text.printable(statement.name, 'regular')
  const nameLook = { x: left, y: 250 - lift, width, colour: colours.ink }
  if (named === undefined || !text.name(named, nameLook)) text.name(unnamed(statement, text), nameLook)
  const box = { x: left, width, colour: colours.ink }
  const end = text.block(sentenceOf(statement), { ...box, y: 286 - lift, size: 16, maxHeight: 23 })
  const validity = validityOf(statement.kind, statement.validFrom, statement.validTo)
  if (validity !== null) text.line('P', validity, { x: left, y: end + 28, size: 14, colour: colours.quiet })
  if (!statement.citation) return
  const printable = text.printable(statement.citation, 'regular')
  const citation = printable === undefined ? elsewhere : `“${printable}”`
  const room = { y: end + 32, bottom: footTop - 18 - below }
  drawCitation(pdf, text, { citation, colour, width, ...room })
}

/** New citations are refused if they cannot be printed; older ones may have other letters. */
const elsewhere =
  'The citation is in a script that this document cannot print. Read it on the page of the certificate.'

function drawCitation(
  pdf: Pdf,
  text: CertificateText,
  {
    citation,
    colour,
    y,
    bottom,
    width,
  }: Record<'y' | 'bottom' | 'width', number> & Record<'citation' | 'colour', string>,
) {
  const look = { x: left + 18, y, size: 14, width: width - 18, maxHeight: bottom - y }
  const end = text.block(citation, { ...look, colour: colours.ink })
  text.ornament(() => pdf.rect(left, y - 12, 1.5, end - y + 17).fill(colour))
}

/** If the name cannot be printed or is longer than two lines, only a number identifies the person. */
function unnamed({ kind, holderNo, number }: CertificateContent, text: CertificateText): string {
  if (holderNo === null || text.printable(holderNo, 'regular') === undefined)
    return `the holder of certificate ${number}`
  return `the holder of ${kind === 'fellowship' ? 'fellow' : 'member'} number ${holderNo}`
}

interface Proof {
  /** Of the page where it can be checked. */
  address: string
  /** Of the key that signs it. */
  fingerprint: string
}

function drawFoot(
  pdf: Pdf,
  text: CertificateText,
  statement: CertificateContent,
  { address, fingerprint }: Proof,
) {
  const top = footTop
  const isFellow = statement.kind === 'fellowship'
  const facts = [
    ['Certificate', statement.number],
    [isFellow ? 'Fellow number' : 'Member number', statement.holderNo],
    [isFellow ? 'Elected' : 'Member since', statement.since === null ? null : String(statement.since)],
    ['Issued', dayInWords(statement.issuedOn)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  text.ornament(() => pdf.rect(left, top, right - left, 0.5).fill(colours.hairline))
  facts.forEach(([label, value], at) => {
    const x = left + at * 138
    text.line('P', label, { x, y: top + 24, size: 9, colour: colours.quiet })
    const shown = text.printable(value, 'regular') ?? 'Shown on its page'
    const size = text.sizeToFit(shown, 'regular', 128, 13, 7)
    text.line('P', shown, { x, y: top + 42, size, colour: colours.ink })
  })
  const note = { x: left, size: 8, colour: colours.quiet }
  text.line('P', `Check this certificate at ${address}`, { ...note, y: top + 66 })
  const seal = 'Digitally signed: any change to this file breaks the signature. Academy key'
  text.line('P', `${seal}: ${fingerprint}`, { ...note, y: top + 79 })
  text.figure('QR code of the page where you can check this certificate.', () =>
    drawQrCode(pdf, address, { x: right - qrSize, y: top + 12, size: qrSize }, colours.ink),
  )
  const strip = { x: left, y: 510, width: right - left, height: 14 }
  text.ornament(() => {
    drawSpectrum(pdf, elements[statement.kind], strip)
    drawScale(pdf, strip, colours.quiet, (mark, x, y) =>
      text.mark(mark, { x, y, size: 7, colour: colours.quiet }),
    )
  })
}
