import type { KeyObject } from 'node:crypto'
import { fingerprintOf } from '#features/certificates/key.server.ts'
import { findCertificate } from '#features/certificates/queries.server.ts'
import { openPdfSigner } from '#features/certificates/pdf-signature/signer.server.ts'
import { readSignatures } from '#features/certificates/officers.server.ts'
import { signPdf } from '#features/certificates/pdf-signature/sign-pdf.server.ts'
import { certificateAddress } from '#features/certificates/certificate-content.ts'
import { notThere, shownInViewer, tryLater } from '#routes/endpoints/answers.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import type { DrawnCertificate } from './certificate-pdf.server.ts'
import type { FileRequest } from './file-request.ts'

/** The signed PDF of a certificate that is not revoked. */
export async function answerPdf({ db, config, client, now }: FileRequest, code: string, key: KeyObject) {
  const found = await findCertificate(db, code, now)
  if (!found || found.status === 'revoked')
    return notThere('There is no certificate with this code, or it was revoked.')
  const given: DrawnCertificate = {
    statement: found.statement,
    issuedAt: found.issuedAt,
    address: certificateAddress(config.origin, found.code),
    fingerprint: fingerprintOf(key),
    signatures: await readSignatures(db, found.statement),
  }
  const drawn = await drawInThread('certificate', given, networkOf(client.address))
  if (!drawn) return tryLater()
  const signer = await openPdfSigner(config.dataDir, found.statement.society, now)
  return new Response(new Uint8Array(signPdf(drawn, signer, key)), {
    headers: {
      'content-type': 'application/pdf',
      ...shownInViewer(`${found.number}.pdf`),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
