import {
  canWorkOn,
  isVisibleTo,
  readerOn,
  type CaseReader,
} from '#features/case-access/case-access.server.ts'
import { dayMs, officeDay } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor, StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Answers } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { contentHash } from './content-hash.ts'
import type { CaseType } from './case-type.ts'
import { nextReference } from './references.server.ts'

/** A file of a draft on its way into a case, with the key that opens it. */
export interface SubmittedFile {
  id: string
  question: string
  name: string
  mediaType: string
  bytes: number
  sha256: string
  fileKey: string
}

export interface SubmittedForm {
  answers: Answers
  formVersion: number
  files: SubmittedFile[]
  draftId: string
  cycle: string
}

export type CaseRow = NonNullable<Awaited<ReturnType<typeof lockCase>>>

/**
 * Makes a case of a submitted form, in the transaction that uses up its draft, so that two clicks make one case. It is
 * accepted whatever other cases there are: until the people it names confirm it, it blocks nobody.
 */
export async function openCase(
  db: Db,
  actor: Actor,
  caseType: CaseType,
  sent: SubmittedForm,
  now: Date,
): Promise<{ id: string; reference: string }> {
  const about = caseType.aboutOf(sent.answers)
  const id = newId()
  const reference = await nextReference(db, caseType.series, now)
  const { first, states } = caseType.workflow
  await db
    .insertInto('dossier')
    .values({
      id,
      reference,
      process: caseType.name,
      state: first,
      version: 1,
      form_version: sent.formVersion,
      answers: toJson(sent.answers),
      answers_hash: contentHash(caseType, sent.formVersion, sent.answers, sent.files),
      subject_name: about.subjectName,
      subject_key: about.subjectEmail.toLowerCase(),
      sender_name: about.senderName,
      sender_email: about.senderEmail.toLowerCase(),
      institution: about.institution,
      discipline: about.discipline,
      category: about.category,
      cycle: sent.cycle,
      call_id: about.call || null,
      payment_key: about.paymentNumber?.toUpperCase() || null,
      gender: about.gender || null,
      facts: '{}',
      received_at: now.getTime(),
      state_at: now.getTime(),
      due_at: dueAt(states[first]?.after?.days, now),
    })
    .execute()
  await writeAddresses(db, id, caseType, sent.answers)
  for (const file of sent.files) await takeFile(db, id, file)
  await record(db, actor, 'case.received', `case:${reference}`, { process: caseType.name }, now)
  return { id, reference }
}

/** Replaces the list of the addresses and numbers of people that a case names. */
export async function writeAddresses(
  db: Db,
  id: string,
  { namedIn, numbersIn }: Pick<CaseType, 'namedIn' | 'numbersIn'>,
  answers: Answers,
): Promise<void> {
  const named = new Set([...namedIn(answers).flatMap(({ emails }) => emails), ...numbersIn(answers)])
  await db.deleteFrom('dossier_address').where('dossier_id', '=', id).execute()
  if (named.size === 0) return
  await db
    .insertInto('dossier_address')
    .values([...named].map((address) => ({ dossier_id: id, address })))
    .execute()
}

async function takeFile(db: Db, caseId: string, file: SubmittedFile) {
  await db
    .updateTable('attachment')
    .set({
      draft_id: null,
      dossier_id: caseId,
      question: file.question,
      name: file.name,
      media_type: file.mediaType,
      file_key: file.fileKey,
    })
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
}

export function lockCase(db: Db, reference: string) {
  return db
    .selectFrom('dossier')
    .selectAll()
    .where('reference', '=', reference)
    .$call(lockRows(db))
    .executeTakeFirst()
}

/** The same for a member of staff; a case that names them, or that they do not work on, is not found. */
export function lockCaseFor(db: Db, reader: CaseReader, reference: string) {
  return db
    .selectFrom('dossier')
    .selectAll()
    .where('reference', '=', reference)
    .where(isVisibleTo(reader))
    .$call(lockRows(db))
    .executeTakeFirst()
}

export function addNote(
  db: Db,
  actor: StaffActor,
  reference: string,
  body: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    await db
      .insertInto('dossier_note')
      .values({
        id: newId(),
        dossier_id: caseRow.id,
        written_by: actor.id,
        written_at: now.getTime(),
        body,
      })
      .execute()
    await record(db, actor, 'case.noted', `case:${reference}`, {}, now)
    return { ok: true }
  })
}

type AssignRefusal = 'not-found' | 'conflict' | 'no-such-staff'

/**
 * Assigns a case to a member of staff, or to nobody. Returns to whom it was assigned before, and the hash that refuses
 * Undo if someone has assigned it since.
 */
export function assignCase(
  db: Db,
  actor: StaffActor,
  reference: string,
  { to: staffId, shownHash }: { to: string | null } & Undoing,
  now: Date,
): Promise<Outcome<AssignRefusal, { id: string; before: string | null } & Undoable>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, caseRow.assigned_to)) return { ok: false, reason: 'conflict' }
    if (staffId !== null) {
      const fits = canWorkOn(caseRow.id, officeDay(now))
      const found = await db
        .selectFrom('staff_user')
        .select('id')
        .where('id', '=', staffId)
        .where(fits)
        .execute()
      if (found.length === 0) return { ok: false, reason: 'no-such-staff' }
    }
    await db.updateTable('dossier').set({ assigned_to: staffId }).where('id', '=', caseRow.id).execute()
    const changes = { assignedTo: [caseRow.assigned_to, staffId] as [unknown, unknown] }
    await record(db, actor, 'case.assigned', `case:${reference}`, { changes }, now)
    return { ok: true, id: caseRow.id, before: caseRow.assigned_to, shownHash: shownHashOf(staffId) }
  })
}

export function dueAt(days: number | undefined, now: Date): number | null {
  return days === undefined ? null : now.getTime() + days * dayMs
}
