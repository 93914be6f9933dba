import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db, EntryState } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import {
  readPublication,
  takeBackPublication,
  type Publication,
  type TakeBackRefusal,
} from '#features/content/entry/taking-back.server.ts'
import { lockEntry } from '#features/content/entry/versions.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown } from '#server/input/shown-hash.server.ts'
import { resumeReview } from './operations.server.ts'

export type UndoOutcome = Outcome<TakeBackRefusal, { state: EntryState }>

/** Visitors see what they saw before. What waited for a review waits again. Refused if the entry has changed since. */
export function undoPublication(
  db: Db,
  actor: StaffActor,
  { id, live, shownHash }: Publication & { id: string },
  now: Date,
): Promise<UndoOutcome> {
  return inTransaction(db, async (db): Promise<UndoOutcome> => {
    if (!(await lockEntry(db, id))) return { ok: false, reason: 'not-found' }
    const published = await readPublication(db, id)
    if (!isStillShown(shownHash, published)) return { ok: false, reason: 'conflict' }
    const wasApproved = await hasApproved(db, actor, id, published?.updated_at)
    const state = wasApproved ? 'in_review' : 'draft'
    const outcome = await takeBackPublication(db, actor, { id, live, state }, now)
    if (!outcome.ok) return outcome
    if (wasApproved) await resumeReview(db, id)
    return { ok: true, state }
  })
}

/** Whether this person published it by approving someone else's request. */
async function hasApproved(db: Db, actor: StaffActor, id: string, at: number | undefined): Promise<boolean> {
  if (at === undefined) return false
  const review = await db
    .selectFrom('entry_review')
    .select('entry_id')
    .where('entry_id', '=', id)
    .where('outcome', '=', 'approved')
    .where('decided_by', '=', actor.id)
    .where('decided_at', '=', at)
    .executeTakeFirst()
  return review !== undefined
}
