import type { KeyObject } from 'node:crypto'
import { fingerprintOf } from '#features/certificates/key.server.ts'
import { findCertificate } from '#features/certificates/queries.server.ts'
import { signFile } from '#features/certificates/signature.server.ts'
import { certificateAddress } from '#features/certificates/statement.ts'
import type { Given } from '#routes/request/begin.server.ts'
import { attachment, notThere, tryLater } from '#routes/endpoints/answers.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import type { DrawnCertificate } from './certificate-pdf.server.ts'

/** The signed PDF of a certificate that is not revoked. */
export async function answerPdf({ db, config, client, now }: Given, code: string, key: KeyObject) {
  const found = await findCertificate(db, code, now)
  if (!found || found.status === 'revoked')
    return notThere('There is no certificate with this code, or it was revoked.')
  const given: DrawnCertificate = {
    statement: found.statement,
    issuedAt: found.issuedAt,
    address: certificateAddress(config.origin, found.code),
    fingerprint: fingerprintOf(key),
  }
  const drawn = await drawInThread('certificate', given, networkOf(client.address))
  if (!drawn) return tryLater()
  return new Response(new Uint8Array(signFile(drawn, key)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachment(`${found.number}.pdf`),
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
