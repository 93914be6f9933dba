import type { Actor } from '#features/audit/actor.ts'

/** Only staff read letters. */
export function readerId(actor: Actor): string {
  return actor.kind === 'staff' ? actor.id : ''
}
