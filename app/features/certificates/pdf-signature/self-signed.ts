import { createPublicKey, hash, sign, type KeyObject } from 'node:crypto'
import { bits, der, integer, nothing, objectId, octets, sequence, set, time, utf8 } from './der.ts'

/** An X.509 certificate for an RSA key that the key itself signs: RFC 5280. */
export function selfSigned(key: KeyObject, name: string, from: Date, to: Date): Buffer {
  const info = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const identifier = hash('sha256', info, 'buffer').subarray(0, 20)
  const subject = sequence(attribute('2.5.4.10', name), attribute('2.5.4.3', name))
  const algorithm = sequence(objectId('1.2.840.113549.1.1.11'), nothing)
  const content = sequence(
    der(0xa0, integer(2)),
    integer(Buffer.concat([Buffer.from([1]), identifier.subarray(0, 15)])),
    algorithm,
    subject,
    sequence(time(from), time(to)),
    subject,
    info,
    der(0xa3, sequence(...extensions(identifier))),
  )
  return sequence(content, algorithm, bits(sign('sha256', content, key)))
}

function attribute(type: string, text: string): Buffer {
  return set(sequence(objectId(type), utf8(text.slice(0, 64))))
}

/** No authority; only for signatures, of documents. */
function extensions(identifier: Buffer): Buffer[] {
  const critical = der(0x01, Buffer.from([0xff]))
  return [
    sequence(objectId('2.5.29.19'), critical, octets(sequence())),
    sequence(objectId('2.5.29.15'), critical, octets(bits(Buffer.from([0xc0]), 6))),
    sequence(objectId('2.5.29.37'), octets(sequence(objectId('1.3.6.1.5.5.7.3.36')))),
    sequence(objectId('2.5.29.14'), octets(octets(identifier))),
  ]
}
