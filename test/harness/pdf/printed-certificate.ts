import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { onTestFinished } from 'vitest'
import { certificateAddress, type CertificateContent } from '#features/certificates/certificate-content.ts'
import { fingerprintOf } from '#features/certificates/key.server.ts'
import { openPdfSigner } from '#features/certificates/pdf-signature/signer.server.ts'
import { signPdf } from '#features/certificates/pdf-signature/sign-pdf.server.ts'
import { drawCertificate } from '#routes/site/certificates/certificate-pdf.server.ts'

/** A certificate as a signed PDF, and its page. */

export const key = generateKeyPairSync('ed25519').privateKey
export const origin = 'https://www.example.org'
const signerFolder = mkdtempSync(join(tmpdir(), 'signer-'))
const signer = await openPdfSigner(signerFolder, 'Sample Academy', new Date('2026-11-15T00:00:00Z'))
rmSync(signerFolder, { recursive: true })
export const code = 'aB3_-6789012345678901x'
export const statement: CertificateContent = {
  kind: 'fellowship',
  number: 'CF-2026-0001',
  name: 'Prof. Asha Kṛṣṇamūrti Sample',
  rank: 'Fellow',
  holderNo: 'F-9',
  since: 2026,
  validFrom: null,
  validTo: null,
  citation: 'For the light of CO₂ between Žilina and Αθήνα.',
  society: 'Sample Academy',
  issuedOn: '2026-11-15',
  sample: false,
}

export async function print(changes: Partial<CertificateContent> = {}, by = key, signatures = {}) {
  const drawn = await drawCertificate({
    statement: { ...statement, ...changes },
    issuedAt: Date.UTC(2026, 10, 15),
    address: certificateAddress(origin, code),
    fingerprint: fingerprintOf(by),
    signatures,
  })
  return signPdf(drawn, signer, by)
}

export async function open(bytes: Buffer) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  onTestFinished(() => {
    document.destroy()
    library.destroy()
  })
  return { pages: document.getPageCount(), page: document.getPage(0) }
}
