import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes of authenticator apps, RFC 6238 in the variant that all of them support: SHA-1, 30 seconds, six digits. */

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 30_000)
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const start = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step that a code belongs to; clocks may differ by one. All are compared, so that the timing reveals nothing. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const steps = [-1, 0, 1].map((difference) => stepAt(now) + difference)
  return steps.filter((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))).at(-1)
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export function inFours(text: string, between: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(between)
}

/** The content of the QR code for the app. */
export function totpLink(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
