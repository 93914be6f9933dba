import { newId } from '#db/engine/id.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { moveEntry, type MoveOutcome, type MoveRequest } from '#features/content/entry/moves.server.ts'
import { movedParts } from '#features/content/entry/publishing.server.ts'
import { shownHashOfPublication, type Publication } from '#features/content/entry/taking-back.server.ts'
import { lockEntry, titleOf, type LockedEntry } from '#features/content/entry/versions.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { isRemoval, needsNoteToAuthor, outcomes } from './endings.ts'
import { notifyRequester, notifyReviewers } from './notify.server.ts'
import { isForeignReview, listReviewers } from './queries.server.ts'

export interface ReviewedMove extends MoveRequest, Undoing {
  note?: string | undefined
  /** Who is to review it, for a submission; without one, anyone who may. */
  reviewer?: string | undefined
}

type Refusal = Extract<MoveOutcome, { ok: false }>['reason'] | 'no-such-reviewer' | 'no-note'

interface Reviewed extends Undoable {
  /** The names of the people who were emailed. */
  emailed: string[]
  /** The state before the move. */
  before: LockedEntry['state']
  /** For Undo, if it was published from a draft or a review. */
  publication?: Publication
}

/** With the hash that refuses Undo if someone has moved the entry since. */
export type ReviewedOutcome = Outcome<Refusal, Reviewed>

/**
 * Moves an entry, records the step of its review with the note, and emails those concerned. What a colleague submitted
 * is returned, deleted, unpublished or discarded only with a note.
 */
export function moveReviewed(
  db: Db,
  actor: StaffActor,
  { note = '', reviewer, shownHash, ...requested }: ReviewedMove,
  origin: string,
  now: Date,
): Promise<ReviewedOutcome> {
  return inTransaction(db, async (db): Promise<ReviewedOutcome> => {
    const entry = await lockEntry(db, requested.id)
    if (entry && !isStillShown(shownHash, movedParts(entry))) return { ok: false, reason: 'conflict' }
    if (requested.move === 'submit' && !(await mayReview(db, actor.id, reviewer)))
      return { ok: false, reason: 'no-such-reviewer' }
    const isSilent = note === '' && needsNoteToAuthor(requested.move)
    if (isSilent && (await isForeignReview(db, requested.id, actor.id)))
      return { ok: false, reason: 'no-note' }
    const outcome = await moveEntry(db, actor, requested, now)
    if (!outcome.ok) return outcome
    const step = { entry: entry!, actor, note, origin, at: requested.at, now }
    const emailed = await recordStep(db, step, requested.move, reviewer)
    const publication = await publicationToUndo(db, entry!, requested.move)
    const moved = await lockEntry(db, requested.id)
    const reviewed = { emailed, before: entry!.state, shownHash: shownHashOf(movedParts(moved!)) }
    return { ok: true, ...reviewed, ...(publication && { publication }) }
  })
}

/** Of what was scheduled or unpublished, Undo would not restore the former status. */
async function publicationToUndo(
  db: Db,
  { id, state, live_version }: LockedEntry,
  move: MoveRequest['move'],
): Promise<Publication | undefined> {
  if (move !== 'publish' || (state !== 'draft' && state !== 'in_review')) return undefined
  return { live: live_version ?? undefined, shownHash: await shownHashOfPublication(db, id) }
}

export interface ReviewStep {
  entry: LockedEntry
  actor: StaffActor
  note: string
  origin: string
  /** When it will be published, if it is scheduled. */
  at?: Date | undefined
  now: Date
}

async function mayReview(db: Db, actorId: string, reviewer: string | undefined): Promise<boolean> {
  if (reviewer === undefined) return true
  return (await listReviewers(db, actorId)).some(({ id }) => id === reviewer)
}

/** Returns the names of the people who were emailed. */
async function recordStep(
  db: Db,
  step: ReviewStep,
  move: MoveRequest['move'],
  reviewer: string | undefined,
): Promise<string[]> {
  const { entry, actor } = step
  const last = await db
    .selectFrom('entry_review')
    .select(['requested_by', 'outcome', 'decided_by'])
    .where('entry_id', '=', entry.id)
    .executeTakeFirst()
  if (move === 'submit') {
    const isUndo = last?.outcome === 'returned' && last.decided_by === actor.id
    return isUndo ? resumeReview(db, entry.id) : openReview(db, step, reviewer)
  }
  if (entry.state === 'in_review') return endReview(db, step, move, last?.requested_by)
  if (move === 'restore') await restoreReview(db, entry.id)
  if (step.note !== '') await addNote(db, step, 'noted')
  return []
}

const undecided = { outcome: null, decided_by: null, decided_at: null, removed_by_move: null }

/** Someone takes back that they returned or approved it: it is still its author's request. */
export async function resumeReview(db: Db, entryId: string): Promise<string[]> {
  await db.updateTable('entry_review').set(undecided).where('entry_id', '=', entryId).execute()
  return []
}

/** What was deleted instead of reviewed is a draft again, as if it had been returned. */
async function restoreReview(db: Db, entryId: string): Promise<void> {
  await db
    .updateTable('entry_review')
    .set({ removed_by_move: null })
    .where('entry_id', '=', entryId)
    .where('removed_by_move', '=', 'bin')
    .execute()
}

async function openReview(db: Db, step: ReviewStep, reviewer: string | undefined): Promise<string[]> {
  const { entry, actor, now } = step
  const review = {
    ...{ requested_by: actor.id, reviewer_id: reviewer ?? null, requested_at: now.getTime() },
    ...undecided,
  }
  await db
    .insertInto('entry_review')
    .values({ entry_id: entry.id, ...review })
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(review))
    .execute()
  await addNote(db, step, 'requested', reviewer)
  return notifyReviewers(db, step, reviewer)
}

/** Only the one who decides about someone else's text approves, returns or removes it; one's own is just moved. */
async function endReview(
  db: Db,
  step: ReviewStep,
  move: MoveRequest['move'],
  requestedBy: string | undefined,
): Promise<string[]> {
  const { entry, actor, now } = step
  const outcome = outcomes[move]
  if (requestedBy === undefined || !outcome || requestedBy === actor.id) {
    if (step.note !== '') await addNote(db, step, 'noted')
    await db.deleteFrom('entry_review').where('entry_id', '=', entry.id).execute()
    return []
  }
  const removal = isRemoval(move) ? move : null
  await db
    .updateTable('entry_review')
    .set({ outcome, decided_by: actor.id, decided_at: now.getTime(), removed_by_move: removal })
    .where('entry_id', '=', entry.id)
    .execute()
  if (removal === null) await addNote(db, step, outcome)
  else if (step.note !== '') await addNote(db, step, 'noted')
  return notifyRequester(db, step, removal ?? outcome, requestedBy)
}

type NoteKind = 'requested' | 'assigned' | 'approved' | 'returned' | 'noted'

async function addNote(db: Db, { entry, actor, note, now }: ReviewStep, kind: NoteKind, to?: string) {
  await db
    .insertInto('entry_review_note')
    .values({
      id: newId(),
      entry_id: entry.id,
      version: entry.head_version,
      kind,
      note,
      written_by: actor.id,
      to_staff_id: to ?? null,
      written_at: now.getTime(),
    })
    .execute()
}

type AssignRefusal = 'not-found' | 'conflict' | 'wrong-state' | 'no-such-reviewer'

interface AssignRequest extends Undoing {
  id: string
  reviewer: string | undefined
  note?: string | undefined
}

interface AssignedReviewer extends Undoable {
  name: string | undefined
  /** Who was to review it until now. */
  before: string | null
}

/**
 * Gives an entry that waits for review to someone, or to all who may review. Returns the hash that refuses Undo if
 * someone has assigned it since.
 */
export function assignReviewer(
  db: Db,
  actor: StaffActor,
  { id, reviewer, note = '', shownHash }: AssignRequest,
  origin: string,
  now: Date,
): Promise<Outcome<AssignRefusal, AssignedReviewer>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    if (!entry) return { ok: false, reason: 'not-found' }
    if (entry.state !== 'in_review') return { ok: false, reason: 'wrong-state' }
    const known = await db
      .selectFrom('entry_review')
      .select(['requested_by', 'reviewer_id'])
      .where('entry_id', '=', id)
      .executeTakeFirst()
    const before = known?.reviewer_id ?? null
    if (!isStillShown(shownHash, before)) return { ok: false, reason: 'conflict' }
    const requestedBy = known?.requested_by ?? actor.id
    const chosen = (await listReviewers(db, requestedBy)).find((one) => one.id === reviewer)
    if (reviewer !== undefined && !chosen) return { ok: false, reason: 'no-such-reviewer' }
    const reviewer_id = chosen?.id ?? null
    await db
      .insertInto('entry_review')
      .values({ entry_id: id, requested_by: requestedBy, reviewer_id, requested_at: now.getTime() })
      .onConflict((conflict) => conflict.column('entry_id').doUpdateSet({ reviewer_id }))
      .execute()
    const step = { entry, actor, note, origin, now }
    await addNote(db, step, 'assigned', chosen?.id)
    if (chosen && chosen.id !== actor.id) await notifyReviewers(db, step, chosen.id)
    const title = await titleOf(db, entry)
    const details = { title, ...(chosen && { reviewer: chosen.name }) }
    await record(db, actor, 'entry.reviewer-assigned', `entry:${id}`, details, now)
    return { ok: true, name: chosen?.name, before, shownHash: shownHashOf(reviewer_id) }
  })
}
