import { casesHiddenFrom } from '#db/search/hidden-cases.server.ts'
import { newId } from '#db/engine/id.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, ProcessName, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { actorName, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { checkPlain, type Faults } from '#features/forms/check.ts'
import { readPlain } from '#features/forms/fields.ts'
import type { Answers, Plain } from '#features/forms/questions.ts'
import type { Outcome } from '#outcome.ts'
import { dropUnsentAbout } from '#server/mail/mail.server.ts'
import { askAgainWhatWasVoided, voidOpenConfirmations } from './confirmations.server.ts'
import { contentHash } from './content-hash.ts'
import { namedIn } from './people.ts'
import type { Process } from './process.ts'
import { dayInIndia, nextReference } from './references.server.ts'
import { refusalOf, type MoveRefusal, type Mover } from './workflow.ts'

/** A file of a draft on its way into a case, with the key that opens it. */
export interface SentFile {
  id: string
  question: string
  name: string
  mediaType: string
  bytes: number
  sha256: string
  fileKey: string
}

export interface Sent {
  answers: Answers
  formVersion: number
  files: SentFile[]
  draftId: string
  cycle: string
}

export type Dossier = NonNullable<Awaited<ReturnType<typeof lockDossier>>>

const day = 86_400_000

/**
 * Makes a case of a form that was sent, in the transaction that uses up its draft, so that two clicks make one case.
 * Whatever other cases there are, it is taken: until the people whom it names confirm it, it stands in nobody's way.
 */
export async function openDossier(
  db: Db,
  actor: Actor,
  process: Process,
  sent: Sent,
  now: Date,
): Promise<{ id: string; reference: string }> {
  const about = process.aboutOf(sent.answers)
  const id = newId()
  const reference = await nextReference(db, process.series, now)
  const { first, states } = process.workflow
  await db
    .insertInto('dossier')
    .values({
      id,
      reference,
      process: process.name,
      state: first,
      version: 1,
      form_version: sent.formVersion,
      answers: toJson(sent.answers),
      answers_hash: contentHash(process, sent.formVersion, sent.answers, sent.files),
      subject_name: about.subjectName,
      subject_key: about.subjectEmail.toLowerCase(),
      sender_name: about.senderName,
      sender_email: about.senderEmail.toLowerCase(),
      institution: about.institution,
      discipline: about.discipline,
      category: about.category,
      cycle: sent.cycle,
      payment_key: about.paymentNumber?.toUpperCase() || null,
      gender: about.gender || null,
      facts: '{}',
      received_at: now.getTime(),
      state_at: now.getTime(),
      due_at: dueAt(states[first]?.after?.days, now),
    })
    .execute()
  await writeAddresses(db, { id, process: process.name }, sent.answers)
  for (const file of sent.files) await takeFile(db, id, file)
  await record(db, actor, 'case.received', `case:${reference}`, { process: process.name }, now)
  return { id, reference }
}

/** Writes down whom a case names, in place of what stood there. */
export async function writeAddresses(
  db: Db,
  { id, process }: { id: string; process: ProcessName },
  answers: Answers,
): Promise<void> {
  const named = new Set(namedIn(process, answers).flatMap(({ emails }) => emails))
  await db.deleteFrom('dossier_address').where('dossier_id', '=', id).execute()
  if (named.size === 0) return
  await db
    .insertInto('dossier_address')
    .values([...named].map((address) => ({ dossier_id: id, address })))
    .execute()
}

async function takeFile(db: Db, dossierId: string, file: SentFile) {
  await db
    .updateTable('attachment')
    .set({
      draft_id: null,
      dossier_id: dossierId,
      question: file.question,
      name: file.name,
      media_type: file.mediaType,
      file_key: file.fileKey,
    })
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
}

export function lockDossier(db: Db, reference: string) {
  return db
    .selectFrom('dossier')
    .selectAll()
    .where('reference', '=', reference)
    .$call(lockRows(db))
    .executeTakeFirst()
}

/** The same for somebody of staff; a case that names them is not there. */
export function lockDossierFor(db: Db, { id }: { id: string }, reference: string) {
  return db
    .selectFrom('dossier')
    .selectAll()
    .where('reference', '=', reference)
    .where('id', 'not in', casesHiddenFrom(db, id))
    .$call(lockRows(db))
    .executeTakeFirst()
}

export interface Moving {
  reference: string
  move: string
  by: Mover
  facts: Record<string, string>
  /** The version that whoever moves it has seen; left out by links and by the site itself. */
  seen?: number
}

export type MovingRefusal = 'seen-old' | MoveRefusal

/** Why a locked case may not be moved so, or nothing. */
export function refusalToMove(
  dossier: Dossier,
  { workflow }: Pick<Process, 'workflow'>,
  { move, by, seen }: Moving,
): MovingRefusal | undefined {
  if (seen !== undefined && seen !== dossier.version) return 'seen-old'
  return refusalOf(workflow, move, dossier, by)
}

/** Moves a locked case along its table, after refusalToMove was asked. What hangs on a move is the caller's. */
export async function moveDossier(
  db: Db,
  actor: Actor,
  dossier: Dossier,
  { workflow }: Pick<Process, 'workflow'>,
  { move, by, facts }: Moving,
  now: Date,
): Promise<Dossier> {
  const from = dossier.state
  const { to: onward, undoes, silent, decides } = workflow.moves[move]!
  const to = undoes ? await stateBefore(db, dossier.id, undoes) : onward
  const { isEnd, after } = workflow.states[to]!
  const changed = {
    state: to,
    version: dossier.version + 1,
    facts: toJson({ ...fromJson<object>(dossier.facts), ...facts }),
    state_at: now.getTime(),
    due_at: dueOn(facts['due']) ?? dueAt(after?.days, now),
    ended_at: isEnd ? now.getTime() : null,
    decided_at: decides ? now.getTime() : dossier.decided_at,
  }
  await db.updateTable('dossier').set(changed).where('id', '=', dossier.id).execute()
  if (isEnd) await voidOpenConfirmations(db, dossier.id, now)
  if (silent) await dropUnsentAbout(db, dossier.id)
  else if (dossier.ended_at !== null) await askAgainWhatWasVoided(db, dossier, changed.due_at)
  const made_by = actor.kind === 'staff' ? actorName(actor) : by
  await appendMove(db, dossier, { move, from_state: from, to_state: to, made_by, facts: toJson(facts) }, now)
  await record(db, actor, 'case.moved', `case:${dossier.reference}`, { move, by, from, to, ...facts }, now)
  return { ...dossier, ...changed }
}

/** Where a case stood before the last of these moves. */
async function stateBefore(db: Db, dossierId: string, moves: readonly string[]): Promise<string> {
  const { from_state } = await db
    .selectFrom('dossier_move')
    .select('from_state')
    .where('dossier_id', '=', dossierId)
    .where('move', 'in', moves)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  return from_state
}

async function appendMove(
  db: Db,
  { id, version }: { id: string; version: number },
  move: Omit<Tables['dossier_move'], 'dossier_id' | 'number' | 'made_at'>,
  now: Date,
) {
  // Every move raises the version, so that it numbers the moves too.
  await db
    .insertInto('dossier_move')
    .values({ ...move, dossier_id: id, number: version, made_at: now.getTime() })
    .execute()
}

/** What was typed beside a move's button, or what to put right. */
export function readFacts(
  asks: readonly Plain[],
  typed: Record<string, string>,
  now: Date,
): { ok: true; facts: Record<string, string> } | { ok: false; faults: Faults } {
  const today = dayInIndia(now)
  const facts: Record<string, string> = {}
  const faults: Faults = {}
  for (const question of asks) {
    const text = readPlain(question, typed[question.name])
    const fault = checkPlain(question, text, today)
    if (fault !== undefined) faults[question.name] = fault
    else if (text !== '') facts[question.name] = text
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, facts }
}

export function addNote(
  db: Db,
  actor: Actor & { kind: 'staff' },
  reference: string,
  body: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const dossier = await lockDossierFor(db, actor, reference)
    if (!dossier) return { ok: false, reason: 'not-found' }
    await db
      .insertInto('dossier_note')
      .values({
        id: newId(),
        dossier_id: dossier.id,
        written_by: actor.id,
        written_at: now.getTime(),
        body,
      })
      .execute()
    await record(db, actor, 'case.noted', `case:${reference}`, {}, now)
    return { ok: true }
  })
}

/** Gives a case to somebody of staff, or to nobody. */
export function assignDossier(
  db: Db,
  actor: Actor & { kind: 'staff' },
  reference: string,
  staffId: string | null,
  now: Date,
): Promise<Outcome<'not-found' | 'no-such-staff'>> {
  return inTransaction(db, async (db) => {
    const dossier = await lockDossierFor(db, actor, reference)
    if (!dossier) return { ok: false, reason: 'not-found' }
    if (staffId !== null && !(await canWorkOn(db, staffId, dossier.id)))
      return { ok: false, reason: 'no-such-staff' }
    await db.updateTable('dossier').set({ assigned_to: staffId }).where('id', '=', dossier.id).execute()
    const changes = { assignedTo: [dossier.assigned_to, staffId] as [unknown, unknown] }
    await record(db, actor, 'case.assigned', `case:${reference}`, { changes }, now)
    return { ok: true }
  })
}

async function canWorkOn(db: Db, id: string, dossierId: string): Promise<boolean> {
  const found = await db
    .selectFrom('staff_user')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('email', 'not in', (eb) =>
      eb.selectFrom('dossier_address').select('address').where('dossier_id', '=', dossierId),
    )
    .executeTakeFirst()
  return found !== undefined
}

function dueAt(days: number | undefined, now: Date): number | null {
  return days === undefined ? null : now.getTime() + days * day
}

/** The last moment of a day on the Academy's clock. */
function dueOn(due: string | undefined): number | undefined {
  return due === undefined ? undefined : Date.parse(`${due}T23:59:59.999+05:30`)
}
