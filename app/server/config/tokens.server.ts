import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, in characters that need no escaping anywhere. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: a reader of the database cannot use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
