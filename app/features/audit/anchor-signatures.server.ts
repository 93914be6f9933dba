import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'
import { keyFromSecret } from '#server/config/derived-keys.server.ts'

/**
 * Each anchor is signed with a key derived from SECRET, over itself and everything before it in its file. So only the
 * holder of the secret can write one, and only the last ones can be removed unnoticed.
 */

interface Signed {
  day: string
  hour?: number
  seq: number
  hash: string
  /** The hash of the file as it was before this line. */
  before: string
}

export function anchorKey(secret: string): KeyObject {
  return keyFromSecret('ed25519', secret, 'anchors of the audit trail')
}

export function hashOfText(text: string): string {
  return hash('sha256', text)
}

export function signAnchor(key: KeyObject, anchor: Signed): string {
  return sign(null, bytesOf(anchor), key).toString('base64url')
}

export function isSignedBy(key: KeyObject, anchor: Signed, signature: string): boolean {
  return verify(null, bytesOf(anchor), createPublicKey(key), Buffer.from(signature, 'base64url'))
}

function bytesOf({ day, hour, seq, hash, before }: Signed): Buffer {
  return Buffer.from(JSON.stringify(['iaps audit anchor 1', day, hour, seq, hash, before]))
}
