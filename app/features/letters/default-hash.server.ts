import { hash } from 'node:crypto'
import type { Wording } from './fill.ts'

/** Tells one default text of a letter from the next. */
export function defaultHash({ subject, body }: Wording): string {
  return hash('sha256', `${subject}\n\n${body}`, 'base64url')
}

/**
 * Whether the default text may say something else than when an administrator replaced it. A text from before its hash
 * was stored may be older than any change.
 */
export function isDefaultNewer(letter: Wording, storedHash: string | null): boolean {
  return storedHash !== defaultHash(letter)
}
