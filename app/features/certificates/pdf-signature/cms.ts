import { hash, sign } from 'node:crypto'
import { der, elementsOf, integer, nothing, objectId, octets, sequence, set } from './der.ts'
import type { PdfSigner } from './signer.server.ts'

/**
 * A detached signature as PDF readers expect it: RFC 5652, with the attributes of ETSI EN 319 122 (CAdES) that EN 319
 * 142 (PAdES) requires.
 */

const data = objectId('1.2.840.113549.1.7.1')
const sha256 = sequence(objectId('2.16.840.1.101.3.4.2.1'), nothing)
/** An identifier of our own, made from a UUID. */
const sealId = objectId('2.25.283155127838340213694529473213390721053')
const sealLength = 64

/** What stands before the seal in the signature. */
export const sealMarker = Buffer.concat([
  sealId,
  set(octets(Buffer.alloc(sealLength))).subarray(0, -sealLength),
])

/**
 * The signature over a digest. Readers do not look at its last attribute, which has room for the seal: our own
 * signature over the whole file, with this one.
 */
export function detachedSignature(digest: Buffer, { key, chain }: PdfSigner): Buffer {
  const [own = Buffer.alloc(0)] = chain
  const attributes = signedAttributes(digest, own)
  const signature = sign('sha256', set(...attributes), key)
  const seal = sequence(sealId, set(octets(Buffer.alloc(sealLength))))
  const signer = sequence(
    integer(1),
    issuerAndSerial(own),
    sha256,
    der(0xa0, ...attributes),
    algorithmOf(key.asymmetricKeyType),
    octets(signature),
    der(0xa1, seal),
  )
  const signed = sequence(integer(1), set(sha256), sequence(data), der(0xa0, ...chain), set(signer))
  return sequence(objectId('1.2.840.113549.1.7.2'), der(0xa0, signed))
}

/** In the order that their encoding asks for: shorter ones first. */
function signedAttributes(digest: Buffer, certificate: Buffer): Buffer[] {
  const attribute = (type: string, value: Buffer) => sequence(objectId(type), set(value))
  const reference = sequence(sequence(sequence(octets(hash('sha256', certificate, 'buffer')))))
  return [
    attribute('1.2.840.113549.1.9.3', data),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', reference),
  ].toSorted(Buffer.compare)
}

function algorithmOf(type: string | undefined): Buffer {
  return type === 'ec'
    ? sequence(objectId('1.2.840.10045.4.3.2'))
    : sequence(objectId('1.2.840.113549.1.1.1'), nothing)
}

/** Both as they are in the certificate. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const content = elementsOf(elementsOf(elementsOf(certificate)[0]!.body)[0]!.body)
  const at = content[0]!.tag === 0xa0 ? 1 : 0
  return sequence(content[at + 2]!.whole, content[at]!.whole)
}
