import { hash } from 'node:crypto'
import type { Wording } from './fill.ts'

/** Tells one default text of a letter from the next. */
export function defaultHash({ subject, body }: Wording): string {
  return hash('sha256', `${subject}\n\n${body}`, 'base64url')
}
