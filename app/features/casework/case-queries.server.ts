import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import {
  canWorkOn,
  isVisibleTo,
  readerOn,
  type CaseReader,
} from '#features/case-access/case-access.server.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db, CaseTypeName } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import type { Answers } from '#features/forms/questions.ts'
import { caseTypes } from './case-types.ts'
import { doisOf, findConflicts, type ConflictOfInterest } from './conflicts.ts'

/** A case for a member of staff; one that names them, or that they do not work on, is not found. */
export function findCase(db: Db, reader: CaseReader, reference: string) {
  return db
    .selectFrom('dossier')
    .selectAll()
    .where('reference', '=', reference)
    .where(isVisibleTo(reader))
    .executeTakeFirst()
}

export function findCaseFor(db: Db, actor: StaffActor, reference: string, now: Date) {
  return findCase(db, readerOn(actor, now), reference)
}

/** The files of a case, in order of arrival. */
export function listFiles(db: Db, caseId: string) {
  return db
    .selectFrom('attachment')
    .select(['id', 'question', 'name', 'media_type as mediaType', 'bytes', 'sha256'])
    .where('dossier_id', '=', caseId)
    .orderBy('id')
    .execute()
}

/** What a case said before a correction, by the hash that confirmations hold. */
export async function listEarlierTexts(db: Db, caseId: string): Promise<Map<string, Answers>> {
  const rows = await db
    .selectFrom('dossier_text')
    .select(['answers_hash', 'answers'])
    .where('dossier_id', '=', caseId)
    .execute()
  return new Map(rows.map(({ answers_hash, answers }) => [answers_hash, fromJson<Answers>(answers)]))
}

/** One file of a case with its key. The id of another case's file is not found. */
export function findCaseFile(db: Db, reader: CaseReader, reference: string, id: string) {
  return db
    .selectFrom('attachment')
    .innerJoin('dossier', 'dossier.id', 'attachment.dossier_id')
    .select(['attachment.id', 'attachment.name', 'attachment.media_type as mediaType'])
    .select(['attachment.sha256', 'attachment.file_key as fileKey'])
    .where('dossier.reference', '=', reference)
    .where(isVisibleTo(reader))
    .where('attachment.id', '=', id)
    .executeTakeFirst()
}

/** The moves of a case, newest first. */
export async function listMoves(db: Db, caseId: string) {
  const moves = await db
    .selectFrom('dossier_move')
    .select(['number', 'move', 'from_state as from', 'to_state as to', 'made_by', 'made_at as at', 'facts'])
    .where('dossier_id', '=', caseId)
    .orderBy('number', 'desc')
    .execute()
  const names = await staffNames(
    db,
    moves.map(({ made_by }) => made_by.replace(/^staff:/, '')),
  )
  return moves.map(({ made_by, facts, ...move }) => ({
    ...move,
    by: nameOf(made_by, names),
    facts: fromJson<Record<string, string>>(facts),
  }))
}

const outside: Record<string, string> = {
  proposer: 'the proposer',
  nominee: 'the nominee',
  applicant: 'the applicant',
  system: 'the site',
}

function nameOf(madeBy: string, names: Map<string, string>): string {
  if (!madeBy.startsWith('staff:')) return outside[madeBy] ?? madeBy
  return names.get(madeBy.slice('staff:'.length)) ?? 'a former member of staff'
}

async function staffNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The notes on a case, newest first. */
export function listNotes(db: Db, caseId: string) {
  return db
    .selectFrom('dossier_note')
    .leftJoin('staff_user', 'staff_user.id', 'dossier_note.written_by')
    .select(['dossier_note.id', 'body', 'written_at as at', 'staff_user.name as by'])
    .where('dossier_id', '=', caseId)
    .orderBy('written_at', 'desc')
    .orderBy('dossier_note.id', 'desc')
    .execute()
}

/** The letters about a case, newest first, without their text. */
export function listLettersAbout(db: Db, caseId: string) {
  return db
    .selectFrom('mail')
    .select(['id', 'subject', 'recipient as to', 'queued_at as at'])
    .select(['sent_at as sentAt', 'failed_at as failedAt', 'bounced_at as bouncedAt'])
    .select('bounce_note as bounceNote')
    .where('dossier_id', '=', caseId)
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Who can be assigned a case, by name. */
export function listAssignable(db: Db, caseId: string, day: string) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .where(canWorkOn(caseId, day))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

const maxOthers = 200
const maxDois = 20

/** Conflicts that the site can detect, from this case, the other nominations of the same people, and the staff. */
export async function listConflicts(
  db: Db,
  reader: CaseReader,
  { id, process: caseType, answers: saved }: { id: string; process: CaseTypeName; answers: string },
): Promise<ConflictOfInterest[]> {
  const answers = fromJson<Answers>(saved)
  const emails = [...new Set(caseTypes[caseType].namedIn(answers).flatMap((one) => one.emails))]
  if (emails.length === 0) return []
  // Open cases only: the texts of all that ever were take too long to read.
  const dois = [...doisOf(answers)].slice(0, maxDois)
  const others = await db
    .selectFrom('dossier')
    .select(['reference', 'process', 'answers'])
    .where('process', '<>', 'membership')
    .where('id', '<>', id)
    .where(isVisibleTo(reader))
    .where((eb) =>
      eb.or([
        eb('subject_key', 'in', emails),
        eb('sender_email', 'in', emails),
        eb.and([eb('ended_at', 'is', null), eb.or(dois.map((doi) => contains(sql.ref('answers'), doi)))]),
      ]),
    )
    .orderBy('received_at', 'desc')
    .limit(maxOthers)
    .execute()
  const staff = await db
    .selectFrom('staff_user')
    .select('email')
    .where('state', '=', 'active')
    .where('email', 'in', emails)
    .execute()
  return findConflicts({
    process: caseType,
    answers,
    others:
      caseType === 'membership'
        ? []
        : others.map((other) => ({ ...other, answers: fromJson<Answers>(other.answers) })),
    staffEmails: staff.map(({ email }) => email),
    seconded: caseType === 'membership' ? undefined : await findSeconded(db, id),
  })
}

/** What the seconder last answered. */
async function findSeconded(db: Db, caseId: string): Promise<Answers | undefined> {
  const last = await db
    .selectFrom('confirmation')
    .select('answer')
    .where('dossier_id', '=', caseId)
    .where('purpose', '=', 'second')
    .where('answered_at', 'is not', null)
    .orderBy('answered_at', 'desc')
    .executeTakeFirst()
  return last?.answer ? fromJson<Answers>(last.answer) : undefined
}
