import type { KeyObject } from 'node:crypto'
import { didOf, methodOf } from '#features/credentials/did.ts'
import { hashInThread } from '#features/credentials/in-thread.server.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { statusList } from '#features/credentials/open-badge.ts'
import { addProof } from '#features/credentials/proof.server.ts'
import { findRevoked } from '#features/credentials/queries.server.ts'
import { notThere, readableByScripts, textAnswer } from '#routes/endpoints/answers.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import type { FileRequest } from './file-request.ts'

/** Which certificates of a series and year were revoked, signed, for verifiers elsewhere. */
export async function answerStatusList(
  { db, config, client, now }: FileRequest,
  name: string,
  key: KeyObject,
): Promise<Response> {
  const found = /^C[FM]-\d{4}$/.test(name) ? await findRevoked(db, name) : undefined
  if (!found) return notThere('There is no list with this name.')
  const method = methodOf(didOf(config.origin), multikeyOf(key))
  const list = statusList(config.origin, name, found, now)
  const signed = await addProof(list, { key, method, created: now }, hashInThread(networkOf(client.address)))
  return textAnswer(JSON.stringify(signed), 'application/vc+ld+json', {
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    ...readableByScripts,
  })
}
