import { badge, issued, other } from '#test/makers/credentials.ts'
import type { JsonObject } from '#features/credentials/json.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { addProof } from '#features/credentials/proof.server.ts'

/** Someone else who issues credentials, with a name that contains the key. */

export const foreignDid = `did:key:${multikeyOf(other)}`
export const foreignMethod = `${foreignDid}#${multikeyOf(other)}`
const { credentialStatus: _, ...withoutStatus } = badge
const theirs = {
  ...withoutStatus,
  id: 'urn:uuid:1',
  issuer: { id: foreignDid, type: ['Profile'], name: 'X' },
}

export function byStranger(changes: JsonObject = {}): Promise<JsonObject> {
  return addProof({ ...theirs, ...changes }, { key: other, method: foreignMethod, created: issued })
}
