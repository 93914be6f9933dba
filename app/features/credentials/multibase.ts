import { createPublicKey, type KeyObject } from 'node:crypto'

/**
 * Bytes and public keys as text: base58 after a "z", base64url after a "u".
 * https://www.w3.org/TR/cid-1.0/#multibase-0 and #Multikey
 */

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longer than any key or signature; the arithmetic is quadratic. */
const maxDigits = 400

export function encodeBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = digits[Number(rest % 58n)] + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Undefined if the text has other characters or no end. */
export function decodeMultibase(text: string): Buffer | undefined {
  if (text.startsWith('z')) return decodeBase58(text.slice(1))
  return text.startsWith('u') ? decodeBase64Url(text.slice(1)) : undefined
}

function decodeBase58(text: string): Buffer | undefined {
  if (text.length > maxDigits) return undefined
  let value = 0n
  for (const letter of text) {
    const digit = digits.indexOf(letter)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const zeros = text.length - text.replace(/^1+/, '').length
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ])
}

/** Node ignores what it cannot decode, and the unused bits of the last character. Another text never means the same here. */
export function decodeBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

const ed25519Prefix = Buffer.from([0xed, 0x01])
/** Of an Ed25519 key before its 32 bytes, in SubjectPublicKeyInfo. */
const ed25519Der = Buffer.from('302a300506032b6570032100', 'hex')
const curves = [
  {
    prefix: Buffer.from([0x80, 0x24]),
    length: 33,
    der: '3039301306072a8648ce3d020106082a8648ce3d030107032200',
  },
  { prefix: Buffer.from([0x81, 0x24]), length: 49, der: '3046301006072a8648ce3d020106052b81040022033200' },
]

/** The public half of an Ed25519 key as a Multikey, such as z6Mk… */
export function multikeyOf(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  const raw = half.export({ type: 'spki', format: 'der' }).subarray(ed25519Der.length)
  return `z${encodeBase58(Buffer.concat([ed25519Prefix, raw]))}`
}

/** Undefined if it is no Ed25519, P-256 or P-384 key. */
export function keyOfMultikey(text: string): KeyObject | undefined {
  const bytes = decodeMultibase(text)
  if (!bytes) return undefined
  const raw = bytes.subarray(2)
  if (bytes.subarray(0, 2).equals(ed25519Prefix))
    return raw.length === 32 ? keyOfDer(ed25519Der, raw) : undefined
  const curve = curves.find(({ prefix }) => bytes.subarray(0, 2).equals(prefix))
  return curve && raw.length === curve.length ? keyOfDer(Buffer.from(curve.der, 'hex'), raw) : undefined
}

function keyOfDer(before: Buffer, raw: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.concat([before, raw]), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
