import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { moveEntry } from './moves.server.ts'
import type { EntryMove } from './workflow.ts'

/** Moves what can be moved, one by one, and returns how many. A line names the entry and the version seen. */
export async function moveSeveral(
  db: Db,
  actor: Actor,
  lines: string[],
  move: EntryMove,
  now: Date,
): Promise<{ moved: number }> {
  let moved = 0
  for (const line of lines) {
    const [id = '', version = ''] = line.split('_')
    const outcome = await moveEntry(db, actor, { id, version: Number(version), move }, now)
    if (outcome.ok) moved++
  }
  return { moved }
}
