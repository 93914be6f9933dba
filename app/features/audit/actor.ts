/** Who does something: a signed-in member of staff, a visitor, or the site itself. */
export type Actor =
  | { kind: 'staff'; id: string; role: 'editor' | 'admin'; address: string }
  | { kind: 'visitor'; address: string }
  | { kind: 'system' }

/** As recorded in the audit trail. Names are looked up, never stored there. */
export function actorName(actor: Actor): string {
  return actor.kind === 'staff' ? `staff:${actor.id}` : actor.kind
}

export const system: Actor = { kind: 'system' }
