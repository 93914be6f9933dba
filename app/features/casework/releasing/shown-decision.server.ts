import { createHash } from 'node:crypto'
import { toJson } from '#db/engine/json.ts'
import type { PreviewedLetter } from '#features/casework/preview.server.ts'

/** A decision; `typed` and `recorded` as they are stored. */
interface HashedDecision {
  move: string
  officerId: string | null
  at: number
  typed: string
  recorded: string
}

/** What makes a decision this decision and no other, whatever its emails say. */
export function decidedParts({ move, officerId, at, typed, recorded }: HashedDecision) {
  return [move, officerId, at, typed, recorded]
}

/** Stands in a form for a decision and its emails, so that nothing is released but what was read. */
export function hashOfDecision(decision: HashedDecision, letters: PreviewedLetter[]): string {
  return digest(toJson(decidedParts(decision))) + digest(toJson(letters))
}

/** Which of the two is not as it was read. */
export function changeSince(
  shownHash: string,
  decision: HashedDecision,
  letters: PreviewedLetter[],
): 'decision-changed' | 'letters-changed' | undefined {
  const currentHash = hashOfDecision(decision, letters)
  if (currentHash === shownHash) return undefined
  return currentHash.slice(0, digits) === shownHash.slice(0, digits) ? 'letters-changed' : 'decision-changed'
}

const digits = 20

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits)
}
