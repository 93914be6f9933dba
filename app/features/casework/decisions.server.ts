import { createHash } from 'node:crypto'
import { isOpenTo, readerOn, type CaseReader } from '#db/search/hidden-cases.server.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { addSiteNote } from '#features/cases/confirmed.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { caseTypeOfRow } from './case-types.ts'
import {
  caseRefusals,
  sentenceOf,
  type CaseMoveOutcome,
  type Staff,
  type StaffMove,
} from './casework.server.ts'
import { moveAndRead, previewMove, type PreviewedLetter } from './preview.server.ts'

/**
 * Grave decisions: recorded by one officer, released by another, or after a delay. Until then nobody is emailed, the
 * register stays as it is, and any officer can withdraw the decision.
 */

const hour = 3_600_000

export type DecisionRefusal = 'not-found' | 'own-decision' | 'letters-changed' | 'officer-gone' | 'refused'

export const decisionRefusals: Record<Exclude<DecisionRefusal, 'not-found' | 'refused'>, string> = {
  'own-decision': 'You recorded this decision. Another officer has to release it.',
  'letters-changed':
    'The emails have changed since the decision was recorded. Read them again, then release it.',
  'officer-gone':
    'The officer who recorded this decision can no longer make it. Withdraw it and record it again.',
}

/** Records a decision that is possible now. Its emails are stored as the officer saw them. */
export async function recordDecision(
  db: Db,
  actor: Staff,
  origin: string,
  moving: StaffMove,
  recorded: Record<string, string>,
  now: Date,
): Promise<CaseMoveOutcome> {
  const { outcome, letters } = await previewMove(db, actor, origin, moving, now)
  if (!outcome.ok) return outcome
  const { decisionsNeedRelease, decisionDelayHours } = await readSettings(db)
  return inTransaction(db, async (db): Promise<CaseMoveOutcome> => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), moving.reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    if (moving.seen !== undefined && caseRow.version !== moving.seen) return { ok: false, reason: 'seen-old' }
    const written = await db
      .insertInto('case_decision')
      .values({
        ...{
          dossier_id: caseRow.id,
          move: moving.move,
          typed: toJson(moving.typed),
          recorded: toJson(recorded),
        },
        ...{ letters: toJson(letters), decided_by: actor.id, decided_at: now.getTime() },
        release_at: decisionsNeedRelease ? null : now.getTime() + decisionDelayHours * hour,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('move')
      .executeTakeFirst()
    if (!written) return { ok: false, reason: 'decision-waits' }
    const details = { move: moving.move, ...recorded }
    await record(db, actor, 'case.decision-recorded', `case:${moving.reference}`, details, now)
    return outcome
  })
}

/** The decision about a case that waits, with who recorded it. */
export async function findDecision(db: Db, caseId: string) {
  const row = await db
    .selectFrom('case_decision')
    .leftJoin('staff_user', 'staff_user.id', 'case_decision.decided_by')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select([
      'case_decision.move',
      'letters',
      'recorded',
      'decided_by as officerId',
      'case_decision.decided_at as at',
    ])
    .select(['release_at as releaseAt', 'staff_user.name as by', 'dossier.process', 'dossier.answers'])
    .where('dossier_id', '=', caseId)
    .executeTakeFirst()
  if (!row) return undefined
  const { process: caseType, answers, letters, recorded, ...decision } = row
  return {
    ...decision,
    label: caseTypeOfRow({ process: caseType, answers }).workflow.moves[row.move]?.label ?? row.move,
    letters: fromJson<PreviewedLetter[]>(letters),
    recorded: fromJson<Record<string, string>>(recorded),
  }
}

export type WaitingDecision = NonNullable<Awaited<ReturnType<typeof findDecision>>>

/** How many decisions wait for an officer, and since when. */
export function countDecisions(db: Db, reader: CaseReader) {
  return db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('case_decision.decided_at').as('oldestAt'),
    ])
    .where(isOpenTo(reader))
    .executeTakeFirstOrThrow()
}

type ReleaseOutcome =
  | Outcome<Exclude<DecisionRefusal, 'refused'>>
  | { ok: false; reason: 'refused'; sentence: string }

/** Carries out a decision that another officer recorded, as its emails were read: as stored, or as the mark says. */
export async function releaseDecision(
  db: Db,
  actor: Staff,
  origin: string,
  reference: string,
  now: Date,
  readMark?: string,
): Promise<ReleaseOutcome> {
  const found = await findOpenDecision(db, readerOn(actor, now), reference)
  if (!found) return { ok: false, reason: 'not-found' }
  if (found.officerId === actor.id) return { ok: false, reason: 'own-decision' }
  const { name } = await db
    .selectFrom('staff_user')
    .select('name')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return carryOut(db, actor, origin, reference, { name, readMark }, now)
}

export function findOpenDecision(db: Db, reader: CaseReader, reference: string) {
  return db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select(['dossier_id as caseId', 'decided_by as officerId', 'dossier.subject_name as name'])
    .where('reference', '=', reference)
    .where(isOpenTo(reader))
    .executeTakeFirst()
}

class NotCarriedOut extends Error {
  readonly outcome: Refused
  readonly letters: PreviewedLetter[]
  constructor(outcome: Refused, letters: PreviewedLetter[] = []) {
    super('The decision stays as it was.')
    this.outcome = outcome
    this.letters = letters
  }
}

/** Makes the move in the name of the officer who decided, if it still sends what was previewed. */
async function carryOut(
  db: Db,
  actor: Actor,
  origin: string,
  reference: string,
  released: { name: string; readMark?: string | undefined },
  now: Date,
): Promise<ReleaseOutcome> {
  try {
    return await inTransaction(db, async (db): Promise<ReleaseOutcome> => {
      const made = await makeDecidedMove(db, origin, reference, released.name, now)
      if (!made.ok) throw new NotCarriedOut(made)
      const { letters, stored, move } = made
      const isAsRead =
        released.readMark === undefined
          ? toJson(letters) === stored
          : markOfLetters(letters) === released.readMark
      if (!isAsRead) throw new NotCarriedOut({ ok: false, reason: 'letters-changed' }, letters)
      await record(db, actor, 'case.decision-released', `case:${reference}`, { move }, now)
      return { ok: true }
    })
  } catch (error) {
    if (!(error instanceof NotCarriedOut)) throw error
    if (error.outcome.reason === 'letters-changed') await storeLetters(db, reference, error.letters)
    return error.outcome
  }
}

type Refused = Exclude<ReleaseOutcome, { ok: true }>

/** Makes the move of a decision, with the emails that it sends now and those that were stored. Commits nothing itself. */
export async function makeDecidedMove(
  db: Db,
  origin: string,
  reference: string,
  releasedBy: string,
  now: Date,
): Promise<{ ok: true; move: string; letters: PreviewedLetter[]; stored: string } | Refused> {
  const decision = await lockDecision(db, reference)
  if (!decision?.role) return { ok: false, reason: 'not-found' }
  const { move, letters: stored } = decision
  const officer: Staff = { kind: 'staff', id: decision.officerId, role: decision.role, address: '' }
  const typed = fromJson<Record<string, string>>(decision.typed)
  const released = { ...fromJson<Record<string, string>>(decision.recorded), releasedBy }
  const { outcome, letters } = await moveAndRead(
    db,
    officer,
    origin,
    { reference, move, typed, released },
    now,
  )
  if (outcome.ok) return { ok: true, move, letters, stored }
  if (outcome.reason === 'not-found') return { ok: false, reason: 'officer-gone' }
  return { ok: false, reason: 'refused', sentence: sentenceOf(outcome) }
}

/** Stands for the text of emails in a form, so that nothing else is sent than what was read. */
export function markOfLetters(letters: PreviewedLetter[]): string {
  return createHash('sha256').update(toJson(letters)).digest('hex').slice(0, 24)
}

function lockDecision(db: Db, reference: string) {
  return db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .innerJoin('staff_user', 'staff_user.id', 'case_decision.decided_by')
    .select(['case_decision.move', 'typed', 'recorded', 'letters'])
    .select(['staff_user.id as officerId', 'staff_user.role'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}

async function storeLetters(db: Db, reference: string, letters: PreviewedLetter[]) {
  await db
    .updateTable('case_decision')
    .set({ letters: toJson(letters), release_at: null })
    .where('dossier_id', 'in', db.selectFrom('dossier').select('id').where('reference', '=', reference))
    .execute()
}

/** Takes a decision back before its release; nobody has heard of it. */
export function withdrawDecision(
  db: Db,
  actor: Staff,
  reference: string,
  now: Date,
): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    const removed =
      caseRow &&
      (await db
        .deleteFrom('case_decision')
        .where('dossier_id', '=', caseRow.id)
        .returning('move')
        .executeTakeFirst())
    if (!removed) return { ok: false, reason: 'not-found' }
    await record(db, actor, 'case.decision-withdrawn', `case:${reference}`, { move: removed.move }, now)
    return { ok: true }
  })
}

const byDelay = { name: 'the site, after the delay' }

/** Releases decisions whose delay is over. One that is no longer possible waits for an officer, with a note. */
export async function releaseDueDecisions(db: Db, origin: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('case_decision')
    .innerJoin('dossier', 'dossier.id', 'case_decision.dossier_id')
    .select(['dossier.id', 'dossier.reference'])
    .where('release_at', '<=', now.getTime())
    .orderBy('release_at')
    .execute()
  for (const { id, reference } of due) {
    const outcome = await carryOut(db, system, origin, reference, byDelay, now)
    if (outcome.ok) continue
    await db.updateTable('case_decision').set({ release_at: null }).where('dossier_id', '=', id).execute()
    await addSiteNote(db, id, `A decision could not be released: ${whyNot(outcome)}`, now)
  }
}

export function whyNot(outcome: Refused): string {
  if (outcome.reason === 'refused') return outcome.sentence
  return outcome.reason === 'not-found' ? caseRefusals['not-found'] : decisionRefusals[outcome.reason]
}
