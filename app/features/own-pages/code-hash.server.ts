import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { codeLength, codeCharacters, writeCode } from './code.ts'

export function newCode(): string {
  return writeCode(
    Array.from({ length: codeLength }, () => codeCharacters[randomInt(codeCharacters.length)]).join(''),
  )
}

/** A code is short, so its hash has a key that is not in the database, and names what the code is for. */
export function hashCode(secret: string, purpose: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'codes of own pages', 32))
  return createHmac('sha256', key).update(`${purpose}\n${code}`).digest('base64url')
}

/** Takes the same time whether they differ early, late or not at all. */
export function isSameHash(stored: string | null, typed: string): boolean {
  const [one, other] = [Buffer.from(stored ?? nothing), Buffer.from(typed)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** As long as a hash, and never one. */
const nothing = '='.repeat(43)
