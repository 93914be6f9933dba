import { fingerprintOf } from '#features/certificates/key.server.ts'
import { findCertificate } from '#features/certificates/queries.server.ts'
import { signFile } from '#features/certificates/signature.server.ts'
import { certificateAddress } from '#features/certificates/statement.ts'
import { begin } from '#routes/request/begin.server.ts'
import { attachment, notThere, tryLater } from '#routes/endpoints/answers.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { certificateKeyContext } from '#server/http/context.server.ts'
import { drawInThread } from '#server/pictures/drawing-thread.server.ts'
import type { DrawnCertificate } from './certificate-pdf.server.ts'
import type { Route } from './+types/certificate-file.ts'

/** The signed PDF of a certificate that is not revoked. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config, client, now } = begin(args, 'routes/site/certificates/certificate-file')
  const { context, params } = args
  const found = await findCertificate(db, params.code, now)
  if (!found || found.status === 'revoked')
    return notThere('There is no certificate with this code, or it was revoked.')
  const key = context.get(certificateKeyContext)
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
