import { newId } from '#db/engine/id.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'

/**
 * Who has confirmed a case by a mailed link. Anyone may submit a form about anyone, so until then it blocks nobody:
 * several forms about one person exist side by side, and the first that this person confirms becomes their one open
 * case. The index one_open_dossier decides, so that two clicks cannot slip past a check.
 */

/** The nominee agreed, or the applicant proved the address. */
export async function confirmSubject(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('dossier').set({ subject_confirmed_at: now.getTime() }).where('id', '=', id).execute()
}

/** The nominee has to agree again: a consent to an earlier text does not count for this one. */
export async function forgetConsent(db: Db, id: string): Promise<void> {
  await db.updateTable('dossier').set({ subject_confirmed_at: null }).where('id', '=', id).execute()
}

/** The sender of the form proved the address. */
export async function confirmSender(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('dossier')
    .set({ sender_confirmed_at: now.getTime() })
    .where('id', '=', id)
    .where('sender_confirmed_at', 'is', null)
    .execute()
}

export type OtherOpen = { ok: false; reason: 'other-open' }

/** Runs a whole transaction that may confirm a second open case of one person, which the database refuses. */
export async function refusingSecondOpenCase<T>(transaction: () => Promise<T>): Promise<T | OtherOpen> {
  try {
    return await transaction()
  } catch (error) {
    if (isOtherOpen(error)) return { ok: false, reason: 'other-open' }
    throw error
  }
}

/** What the two engines report when the index one_open_dossier refuses. */
function isOtherOpen(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { constraint } = error as { constraint?: string }
  return constraint === 'one_open_dossier' || /UNIQUE.*: index 'one_open_dossier'$/.test(error.message)
}

interface Subject {
  id: string
  process: CaseTypeName
  subject_key: string
  category: string
}

/** The other open case of the same person; of nominations for awards, one for the same award. */
export function findOtherOpen(db: Db, { id, process: caseType, subject_key, category }: Subject) {
  return db
    .selectFrom('dossier')
    .select(['id', 'reference'])
    .where('process', '=', caseType)
    .where('subject_key', '=', subject_key)
    .where('ended_at', 'is', null)
    .where('subject_confirmed_at', 'is not', null)
    .where('id', '<>', id)
    .$if(caseType === 'award', (cases) => cases.where('category', '=', category))
    .executeTakeFirst()
}

/** The office learns that the register keeps its own address. */
export function noteOtherAddress(db: Db, caseId: string, now: Date): Promise<void> {
  const body =
    'This case gives another email address than the register. We did not change the register. The person can change it on My page, where both addresses are proved.'
  return addSiteNote(db, caseId, body, now)
}

/** Leaves the office a note in the name of the site, once. */
export async function addSiteNote(db: Db, caseId: string, body: string, now: Date): Promise<void> {
  const same = await db
    .selectFrom('dossier_note')
    .select('id')
    .where('dossier_id', '=', caseId)
    .where('written_by', 'is', null)
    .where('body', '=', body)
    .executeTakeFirst()
  if (same) return
  await db
    .insertInto('dossier_note')
    .values({ id: newId(), dossier_id: caseId, written_by: null, written_at: now.getTime(), body })
    .execute()
}
