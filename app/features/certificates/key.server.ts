import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The key that signs certificates, as far as verification needs it; the command that verifies loads nothing else. */

/** The public half of a key in a PEM file, whichever half it holds; undefined for any other file. */
export function readPublicKey(path: string): KeyObject | undefined {
  const text = readFileSync(path, 'utf8')
  try {
    const key = createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export function publicPem(key: KeyObject): string {
  return publicHalf(key).export({ type: 'spki', format: 'pem' })
}

/** What a person can compare: the first 128 bits of the key's SHA-256, in groups of four. */
export function fingerprintOf(key: KeyObject): string {
  const der = publicHalf(key).export({ type: 'spki', format: 'der' })
  const hex = createHash('sha256').update(der).digest('hex').slice(0, 32)
  return hex.match(/.{4}/g)?.join(' ') ?? ''
}

function publicHalf(key: KeyObject): KeyObject {
  return key.type === 'private' ? createPublicKey(key) : key
}
