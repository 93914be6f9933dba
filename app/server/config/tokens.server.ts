import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, in letters that need no escaping anywhere. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token: whoever reads the database cannot use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
