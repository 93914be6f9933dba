import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Unsubmitted answers are sealed with a key that the database does not hold: it is derived from the secret in the
 * person's own link. Each file has its own key, which is among the sealed answers until the form is submitted.
 */

const ivBytes = 12
const tagBytes = 16

export function keyFromToken(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'form draft', 32))
}

export function newKey(): Buffer {
  return randomBytes(32)
}

export function seal(key: Buffer, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws if the key is wrong or a single bit was changed. */
export function unseal(key: Buffer, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
}
