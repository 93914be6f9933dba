import type { Db, EntryState } from '#db/schema/tables.ts'
import { readSettings } from '#features/settings/queries.server.ts'

/** Who may review entries: active staff who may publish. */
export async function listReviewers(db: Db, exceptId: string) {
  const { editorsPublish } = await readSettings(db)
  return selectReviewers(db, editorsPublish).where('id', '<>', exceptId).execute()
}

function selectReviewers(db: Db, editorsPublish: boolean) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name', 'email', 'role'])
    .where('state', '=', 'active')
    .where('email_verified_at', 'is not', null)
    .where('role', 'in', editorsPublish ? ['admin', 'editor'] : ['admin'])
    .orderBy('name')
    .orderBy('id')
}

async function findEntryReview(db: Db, entryId: string) {
  return db
    .selectFrom('entry_review')
    .leftJoin('staff_user as requester', 'requester.id', 'entry_review.requested_by')
    .leftJoin('staff_user as reviewer', 'reviewer.id', 'entry_review.reviewer_id')
    .select([
      'entry_review.requested_by as requestedBy',
      'entry_review.reviewer_id as reviewerId',
      'entry_review.outcome',
      'requester.name as requesterName',
      'reviewer.name as reviewerName',
    ])
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
}

/** What was written about an entry, newest first. */
function listReviewNotes(db: Db, entryId: string) {
  return db
    .selectFrom('entry_review_note as said')
    .leftJoin('staff_user as writer', 'writer.id', 'said.written_by')
    .leftJoin('staff_user as receiver', 'receiver.id', 'said.to_staff_id')
    .select([
      'said.id',
      'said.kind',
      'said.version',
      'said.note',
      'said.written_at as at',
      'writer.name as by',
      'receiver.name as to',
    ])
    .where('said.entry_id', '=', entryId)
    .orderBy('said.written_at', 'desc')
    .orderBy('said.id', 'desc')
    .limit(50)
    .execute()
}

export type ReviewNote = Awaited<ReturnType<typeof listReviewNotes>>[number]

/** What the page of an entry shows about its review; no more is read than its state needs. */
export async function readReview(
  db: Db,
  { id, state }: { id: string; state: EntryState },
  staffId: string,
  editorsPublish: boolean,
) {
  const current = state === 'in_review' ? await findEntryReview(db, id) : undefined
  const author = current?.requestedBy ?? staffId
  const possible =
    state === 'in_review' || state === 'draft' ? await selectReviewers(db, editorsPublish).execute() : []
  return {
    current: current && { ...current, isMine: author === staffId },
    notes: await listReviewNotes(db, id),
    reviewers: possible.filter((one) => one.id !== author).map(({ id, name }) => ({ id, name })),
  }
}

/** Whether the entry waits for review at someone else's request. */
export async function isForeignReview(db: Db, entryId: string, staffId: string): Promise<boolean> {
  const row = await db
    .selectFrom('entry_review')
    .innerJoin('entry', 'entry.id', 'entry_review.entry_id')
    .select('requested_by')
    .where('entry_id', '=', entryId)
    .where('entry.state', '=', 'in_review')
    .executeTakeFirst()
  return row !== undefined && row.requested_by !== staffId
}
