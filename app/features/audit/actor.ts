/**
 * Who does something: a signed-in member of staff, a person on their own page or a helper there for them, a visitor, or
 * the site itself.
 */
export type Actor =
  | { kind: 'staff'; id: string; role: 'editor' | 'admin'; address: string }
  | { kind: 'person'; id: string; address: string; helper?: string }
  | { kind: 'visitor'; address: string }
  | { kind: 'system' }

export type StaffActor = Extract<Actor, { kind: 'staff' }>

/** As recorded in the audit trail. Names are looked up, never stored there. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'person' && actor.helper !== undefined) return `helper:${actor.helper}`
  return actor.kind === 'staff' || actor.kind === 'person' ? `${actor.kind}:${actor.id}` : actor.kind
}

export const system: Actor = { kind: 'system' }
