import { findCertificate } from '#features/certificates/queries.server.ts'
import { attachment, notThere } from '#routes/endpoints/answers.ts'
import { certificateKeyContext, configContext, dbContext, nowContext } from '#server/context.server.ts'
import type { Route } from './+types/certificate-file.ts'

/** The signed PDF of a certificate that was not revoked. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findCertificate(context.get(dbContext), params.code, context.get(nowContext))
  if (!found || found.standing === 'revoked')
    return notThere('There is no certificate with this code, or it was revoked.')
  const { origin } = context.get(configContext)
  // Few ask for it, and the library that writes it is large.
  const { printCertificate } = await import('./certificate-pdf.server.ts')
  const bytes = await printCertificate(found, origin, context.get(certificateKeyContext))
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachment(`${found.number}.pdf`),
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
