import { createHash } from 'node:crypto'
import { toCanonicalJson } from '#db/engine/json.ts'

/** A hash of exactly what a page showed. It returns with a save; if it no longer matches, someone saved in between. */
export function shownHashOf(shown: unknown): string {
  return createHash('sha256').update(toCanonicalJson(shown)).digest('base64url').slice(0, 22)
}

/** Whether what an act made is still there, so that Undo overwrites nothing newer. Other forms send no hash. */
export function isStillShown(shownHash: string | undefined, current: unknown): boolean {
  return shownHash === undefined || shownHash === shownHashOf(current)
}
