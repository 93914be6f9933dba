import { readerOn } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { FieldErrors } from '#features/forms/check.ts'
import { moveApplication, type ApplicationRefusal } from '#features/memberships/operations.server.ts'
import type { MembershipMove as ApplicationMove } from '#features/memberships/workflow.ts'
import { moveNomination, type NominationRefusal } from '#features/nominations/operations.server.ts'
import type { NominationMove } from '#features/nominations/workflow.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { refusingSecondOpenCase, type OtherOpen } from '#features/cases/one-open-case.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import { readFacts, refusalToMove } from '#features/cases/move-operations.server.ts'
import { caseTypeOfRow } from './case-types.ts'
import { withClauses } from '#features/cases/rules/clause-words.ts'
import { refusalSentences } from '#features/cases/workflow.ts'

/** What staff do with cases. */

export type CaseRefusal =
  | NominationRefusal
  | ApplicationRefusal
  | OtherOpen['reason']
  | 'erased'
  | 'needs-override'
  | 'needs-release'
  | 'decision-waits'

export type CaseMoveOutcome =
  /** The status after the move, and the version that an act upon it has to name. */
  | { ok: true; to: string; version: number }
  /** With the clauses of the rulebook that say the same. */
  | { ok: false; reason: CaseRefusal; clauses?: string[] }
  | { ok: false; reason: 'faulty'; faults: FieldErrors }

export interface StaffMove {
  reference: string
  move: string
  /** What was typed for the facts of the move. */
  typed: Record<string, string>
  /** The version on the screen; of two who decide simultaneously the second gets an error. */
  seen?: number
  /** A grave move takes effect only by a release; these facts are recorded with it. */
  released?: Record<string, string>
}

export const caseRefusals: Record<CaseRefusal, string> = {
  ...refusalSentences,
  'not-found': 'This case does not exist.',
  'seen-old': 'Someone else changed this case since you opened it. Check its current status, then try again.',
  'cap-reached': 'No place is left. The constitution limits the number of fellows.',
  'not-in-register': 'This membership number is not in the register. Enter it as it appears there.',
  'other-person':
    'Check the membership number: in the register it belongs to someone else, or to someone who has died.',
  'carried-too-often':
    'This nomination has been carried forward as often as the settings allow. Record a result instead.',
  'not-announced':
    'The election cannot be announced yet: a later date was recorded. Wait until that date, or tick “Announce it before the recorded date”.',
  'other-open': 'This person has another open case, which they confirmed. Close that one first.',
  'needs-override': 'Enter why you are going ahead.',
  'needs-release': 'A second person has to release this decision. Record it first.',
  'decision-waits': 'A decision about this case waits for its release. Release or withdraw it first.',
  erased: 'The content of this case was deleted, so you cannot restore it.',
  underpaid:
    'This does not cover the fee. Choose “Part of the fee found”, or let an administrator accept what was paid.',
  'paid-in-full': 'With this payment the fee is covered. Choose “Payment found”.',
  'nothing-paid':
    'We have not recorded a payment for this application yet. Choose “Payment found” or “Part of the fee found” and enter the amount, or choose “No fee is due”.',
  'part-paid':
    'We have received money for this application, so a fee is due. Enter the rest, or check the payment and let an administrator accept what was paid.',
  'ends-before-start': 'The membership would end before it starts. Check both dates.',
  'life-has-no-end': 'A life membership does not end. Leave “Valid to” empty.',
  'identity-unproved':
    'Nobody has confirmed this renewal from the email address in the register. Enter how you checked that this is the member.',
  'number-taken': 'Someone else in the register already has this number. Choose another one.',
}

/** Moves a case for a member of staff. A case that names them is not found. */
export function moveCase(
  db: Db,
  actor: StaffActor,
  origin: string,
  { reference, move, typed, seen, released }: StaffMove,
  now: Date,
): Promise<CaseMoveOutcome> {
  const moveLocked = async (db: Db): Promise<CaseMoveOutcome> => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    const caseType = caseTypeOfRow(caseRow)
    const who = { reference, move, by: actor.role, ...(seen !== undefined && { seen }) }
    const refusal = refusalToMove(caseRow, caseType, { ...who, facts: {} })
    if (refusal) return { ok: false, reason: refusal }
    if (caseRow.erased_at !== null) return { ok: false, reason: 'erased' }
    const rule = caseType.workflow.moves[move]
    if (rule?.grave && !released) return { ok: false, reason: 'needs-release' }
    if (!released && (await hasDecision(db, caseRow.id))) return { ok: false, reason: 'decision-waits' }
    const read = readFacts(rule?.asks ?? [], typed, now)
    if (!read.ok) return { ok: false, reason: 'faulty', faults: read.faults }
    const moving = { ...who, facts: { ...read.facts, ...released } }
    return caseRow.process === 'membership'
      ? moveApplication(db, actor, origin, { ...moving, move: move as ApplicationMove }, now)
      : moveNomination(db, actor, origin, { ...moving, move: move as NominationMove }, now)
  }
  return refusingSecondOpenCase(() => inTransaction(db, moveLocked))
}

async function hasDecision(db: Db, caseId: string): Promise<boolean> {
  const found = await db
    .selectFrom('case_decision')
    .select('move')
    .where('dossier_id', '=', caseId)
    .executeTakeFirst()
  return found !== undefined
}

export function sentenceOf(outcome: Exclude<CaseMoveOutcome, { ok: true }>): string {
  if (outcome.reason === 'faulty') return Object.values(outcome.faults)[0] ?? ''
  return withClauses(caseRefusals[outcome.reason], outcome.clauses)
}

type HoldRefusal = 'not-found' | 'conflict' | 'as-it-was'

/**
 * Puts a case on hold so that it is not erased, or removes the hold. Returns the reason of the hold before, and the hash
 * that refuses Undo if someone has changed the hold since.
 */
export function holdCase(
  db: Db,
  actor: StaffActor,
  reference: string,
  { hold, reason, shownHash }: { hold: boolean; reason: string } & Undoing,
  now: Date,
): Promise<Outcome<HoldRefusal, { before: string | null } & Undoable>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, caseRow.hold_reason)) return { ok: false, reason: 'conflict' }
    if ((caseRow.hold_at !== null) === hold) return { ok: false, reason: 'as-it-was' }
    const hold_reason = hold ? reason : null
    await db
      .updateTable('dossier')
      .set({ hold_at: hold ? now.getTime() : null, hold_reason })
      .where('id', '=', caseRow.id)
      .execute()
    await record(db, actor, hold ? 'case.held' : 'case.released', `case:${reference}`, { reason }, now)
    return { ok: true, before: caseRow.hold_reason, shownHash: shownHashOf(hold_reason) }
  })
}
