import { createHash } from 'node:crypto'
import { toCanonicalJson } from '#db/engine/json.ts'

/** A short name for exactly what a page showed. It comes back with a save; if it fits no more, somebody saved between. */
export function markOf(shown: unknown): string {
  return createHash('sha256').update(toCanonicalJson(shown)).digest('base64url').slice(0, 22)
}
