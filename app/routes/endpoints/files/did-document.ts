import { didDocument } from '#features/credentials/did.ts'
import { listCertificateKeys } from '#features/credentials/keys.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import { readableByScripts, textAnswer } from '#routes/endpoints/answers.ts'
import { certificateKeyContext } from '#routes/request/session-context.server.ts'
import type { Route } from './+types/did-document.ts'

/** The keys by which anyone can verify a credential of this site, under its name as an issuer. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config } = begin(args, 'routes/endpoints/files/did-document')
  const keys = await listCertificateKeys(db, args.context.get(certificateKeyContext))
  return textAnswer(
    JSON.stringify(didDocument(config.origin, keys)),
    'application/did+json',
    readableByScripts,
  )
}
