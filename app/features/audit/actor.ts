/** Who does something: a signed-in member of staff, somebody from outside, or the site itself. */
export type Actor =
  | { kind: 'staff'; id: string; role: 'editor' | 'admin'; address: string }
  | { kind: 'visitor'; address: string }
  | { kind: 'system' }

/** As it stands in the audit trail. Names are looked up, never written there. */
export function actorName(actor: Actor): string {
  return actor.kind === 'staff' ? `staff:${actor.id}` : actor.kind
}

export const system: Actor = { kind: 'system' }
