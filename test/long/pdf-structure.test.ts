import PdfDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { certificateAddress } from '#features/certificates/certificate-content.ts'
import { fingerprintOf } from '#features/certificates/key.server.ts'
import { makeFormCopy } from '#features/forms/form-copy.server.ts'
import { drawCertificate } from '#routes/site/certificates/certificate-pdf.server.ts'
import { drawIssue } from '#routes/site/newsletter/pdf/issue-pdf.server.ts'
import { countTags, readStructure, structureFaults } from './pdf-structure.ts'
import { certificate, key, origin } from '#test/makers/credentials.ts'
import { printedIssue } from '#test/makers/printed-issue.ts'

/** Another program than ours reads the structure: pdfinfo of poppler-utils, which must be installed. */

test('an issue of the newsletter has a structure without faults', async () => {
  const structure = await readStructure(await drawIssue(printedIssue))
  expect(structureFaults(structure)).toEqual([])
  expect(countTags(structure, 'H2')).toBe(printedIssue.articles.length + 2)
  expect(countTags(structure, 'Table')).toBe(2)
  expect(countTags(structure, 'Figure')).toBe(1)
  expect(countTags(structure, 'Link')).toBeGreaterThan(printedIssue.articles.length)
})

test('an issue with a hundred articles has a structure without faults', async () => {
  const articles = Array.from({ length: 12 }, () => printedIssue.articles).flat()
  const structure = await readStructure(await drawIssue({ ...printedIssue, articles }))
  expect(structureFaults(structure)).toEqual([])
  expect(countTags(structure, 'H2')).toBe(articles.length + 2)
})

test('the copy of a long form has a structure without faults', async () => {
  const items = Array.from({ length: 60 }, (_, at) => ({
    name: `question-${at}`,
    label: `Question ${at}`,
    shown: { kind: 'text' as const, text: 'A long answer. '.repeat(60) },
  }))
  const copy = await makeFormCopy({
    title: 'Nomination of a Fellow',
    societyName: 'Sample Academy',
    reference: 'FN-2026-0001',
    receivedAt: new Date('2026-11-15T06:30:00Z'),
    parts: [{ name: 'case', title: 'The case', items }],
  })
  const structure = await readStructure(copy)
  expect(structureFaults(structure)).toEqual([])
  expect(countTags(structure, 'P')).toBeGreaterThan(120)
})

test('a certificate has a structure without faults', async () => {
  const drawn = await drawCertificate({
    statement: {
      ...certificate.statement,
      officers: [{ name: 'Prof. Meera Sample', office: 'President' }],
    },
    issuedAt: certificate.issuedAt,
    address: certificateAddress(origin, certificate.code),
    fingerprint: fingerprintOf(key),
  })
  const structure = await readStructure(drawn)
  expect(structureFaults(structure)).toEqual([])
  expect(countTags(structure, 'H1')).toBe(1)
  expect(countTags(structure, 'Figure')).toBe(1)
  expect(countTags(structure, 'Form')).toBe(1)
})

test('a PDF without a structure is found', async () => {
  const bytes = await print({}, (pdf) => pdf.text('Nobody can navigate this.'))
  expect(structureFaults(await readStructure(bytes))).toEqual(['The PDF has no structure.'])
})

test('a list entry outside a list, a skipped heading and a table without headings are found', async () => {
  const bytes = await print({ tagged: true }, (pdf) => {
    const part = (tag: string, ...inside: ReturnType<typeof pdf.struct>[]) => pdf.struct(tag, {}, inside)
    pdf.addStructure(
      part('Document', part('H1'), part('H3'), part('LI'), part('Table', part('TR', part('TD')))),
    )
  })
  expect(structureFaults(await readStructure(bytes))).toEqual([
    'LI is inside Document.',
    'A heading of level 3 follows level 1.',
    'A table has no headings.',
  ])
})

async function print(
  options: PDFKit.PDFDocumentOptions,
  draw: (pdf: InstanceType<typeof PdfDocument>) => void,
): Promise<Buffer> {
  const pdf = new PdfDocument(options)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  draw(pdf)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
