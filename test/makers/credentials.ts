import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Certificate } from '#features/certificates/queries.server.ts'
import { didOf, methodOf } from '#features/credentials/did.ts'
import type { JsonObject } from '#features/credentials/json.ts'
import { multikeyOf } from '#features/credentials/multibase.ts'
import { openBadge } from '#features/credentials/open-badge.ts'
import { addProof } from '#features/credentials/proof.server.ts'

/** A certificate as a credential, and two keys: the Academy's and that of someone else. */

export const origin = 'https://academy.example'
export const did = didOf(origin)
export const { privateKey: key } = generateKeyPairSync('ed25519')
export const other = generateKeyPairSync('ed25519').privateKey
export const method = methodOf(did, multikeyOf(key))
export const issued = new Date('2026-11-18T06:00:00Z')
export const now = new Date('2026-11-19T06:00:00Z')
export const own = { did, keys: [multikeyOf(key)] }

export const certificate: Certificate = {
  number: 'CF-2026-0007',
  code: 'K7M2Q9',
  issuedAt: issued.getTime(),
  revokedAt: null,
  isReplaced: false,
  status: 'valid',
  statement: {
    kind: 'fellowship',
    number: 'CF-2026-0007',
    name: 'प्रो. आशा Çelik-Ørsted',
    rank: 'Fellow',
    holderNo: 'F-9',
    since: 2026,
    validFrom: null,
    validTo: null,
    citation: 'For light.',
    society: 'Sample Academy',
    issuedOn: '2026-11-18',
    sample: false,
  },
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'

/** The smallest picture there is. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVQIW2NgUPr/HwADaAIhG61j/AAAAABJRU5ErkJggg==',
  'base64',
)

export const badge = openBadge(certificate, origin, [
  { address: `${origin}/badge.png`, mediaType: 'image/png', bytes: png },
  { address: `${origin}/badge.svg`, mediaType: 'image/svg+xml', bytes: Buffer.from(svg) },
])

/** With the Academy's name, whoever's key it is. */
export function signed(credential: JsonObject, by: KeyObject = key): Promise<JsonObject> {
  return addProof(credential, { key: by, method: methodOf(did, multikeyOf(by)), created: issued })
}
