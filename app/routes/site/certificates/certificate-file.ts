import type { KeyObject } from 'node:crypto'
import { findCertificate, type Certificate } from '#features/certificates/queries.server.ts'
import { didOf, methodOf } from '#features/credentials/did.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { openBadge } from '#features/credentials/open-badge.ts'
import { bakePng } from '#features/credentials/png.ts'
import { addProof } from '#features/credentials/proof.server.ts'
import { makeToken } from '#features/credentials/token.server.ts'
import { begin } from '#routes/request/begin.server.ts'
import type { FileRequest } from './file-request.ts'
import { attachment, notThere, tryLater } from '#routes/endpoints/answers.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { certificateKeyContext } from '#routes/request/session-context.server.ts'
import { answerBadge, badgePictures, namedPictures } from './badge-pictures.server.ts'
import { answerPdf } from './pdf-file.server.ts'
import { credentialFiles, type CredentialFile } from './credential-files.ts'
import { hashInThread, ThreadIsBusy } from '#features/credentials/in-thread.server.ts'
import { answerStatusList } from './status-list.server.ts'
import type { Route } from './+types/certificate-file.ts'

/**
 * A certificate that is not revoked as a PDF or an Open Badge, in the form that its address names. No code is as short as
 * `status`, where the lists of revoked certificates are, or `badges`, where their bare pictures are.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, config, client, now } = begin(args, 'routes/site/certificates/certificate-file')
  const given = { db, config, client, now }
  const { code, file } = args.params
  const key = args.context.get(certificateKeyContext)
  try {
    if (code === 'badges') return answerBadge(file)
    if (code === 'status') return await answerStatusList(given, file, key)
    if (file === 'certificate.pdf') return await answerPdf(given, code, key)
    return await answerFile(given, code, file, key)
  } catch (error) {
    if (error instanceof ThreadIsBusy) return tryLater()
    throw error
  }
}

async function answerFile(
  { db, config, client, now }: FileRequest,
  code: string,
  file: string,
  key: KeyObject,
) {
  const kind = credentialFiles.find((one) => one.file === file)
  const found = kind && (await findCertificate(db, code, now))
  if (!found || found.status === 'revoked')
    return notThere('There is no certificate with this code, or it was revoked.')
  const { origin } = config
  const did = didOf(origin)
  const signing = { key, did, method: methodOf(did, multikeyOf(key)) }
  const body = await makeFile(found, kind.file, origin, signing, networkOf(client.address))
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': kind.mediaType,
      'content-disposition': attachment(`${found.number}.${kind.file.split('.')[1]}`),
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })
}

interface Signing {
  key: KeyObject
  did: string
  method: string
}

async function makeFile(
  found: Certificate,
  file: CredentialFile['file'],
  origin: string,
  signing: Signing,
  sender: string,
): Promise<Buffer> {
  const { kind } = found.statement
  const badge = openBadge(found, origin, namedPictures(kind, origin))
  if (file === 'credential.jwt') return Buffer.from(await makeToken(badge, signing))
  const created = new Date(found.issuedAt)
  const signed = JSON.stringify(await addProof(badge, { ...signing, created }, hashInThread(sender)))
  const { png, svg } = badgePictures(kind)
  if (file === 'credential.png') return bakePng(png, signed)
  if (file === 'credential.json') return Buffer.from(signed)
  const { bakeSvg } = await import('#features/credentials/svg.server.ts')
  return Buffer.from(bakeSvg(svg, signed))
}
