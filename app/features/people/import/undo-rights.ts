import { dayMs } from '#office-time.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Actor } from '#features/audit/actor.ts'

export interface UndoneImport {
  file_name: string
  /** Who started the import. */
  actor: string
  ended_at: number | null
  undo_actor: string | null
  undo_at: number | null
}

/**
 * Whoever imported the wrong file deletes what it added at once, for a day. For anyone else, and later, these are people
 * in the register like all others: a second officer approves their removal.
 */
export function mayDeleteAtOnce(startedBy: Actor, endedAt: number | null, actor: Actor, now: Date): boolean {
  const isSame = startedBy.kind === 'staff' && actor.kind === 'staff' && startedBy.id === actor.id
  return isSame && endedAt !== null && now.getTime() < endedAt + dayMs
}

/** The same for an import that is being undone. */
export function deletesAtOnce({ actor, ended_at, undo_actor, undo_at }: UndoneImport): boolean {
  if (undo_actor === null || undo_at === null) return false
  return mayDeleteAtOnce(fromJson<Actor>(actor), ended_at, fromJson<Actor>(undo_actor), new Date(undo_at))
}

/** Who undoes it. An update of the site may have come in between. */
export function undoActorIn({ actor, undo_actor }: UndoneImport): Actor {
  return fromJson<Actor>(undo_actor ?? actor)
}
