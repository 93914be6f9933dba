import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'

/** RFC 8410: the bytes before the 32 bytes of a private key. */
const heads = { x25519: '302e020100300506032b656e04220420', ed25519: '302e020100300506032b657004220420' }

/** A private key for one purpose. It is the same on every machine with the same SECRET and needs no file. */
export function keyFromSecret(kind: keyof typeof heads, secret: string, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createPrivateKey({
    key: Buffer.concat([Buffer.from(heads[kind], 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
}
