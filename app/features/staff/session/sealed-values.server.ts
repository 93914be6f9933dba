import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * What the site must be able to read again is stored encrypted and bound to its owner: the key of a person's app, an
 * attempt to sign in at a provider, and where the page that leads there leads.
 */

export function seal(plain: Buffer, secret: string, owner: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export function unseal(sealed: string, secret: string, owner: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
}

/** The label is that of the first use: with another one, what is stored could not be read. The owner keeps uses apart. */
function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'totp', 32))
}
