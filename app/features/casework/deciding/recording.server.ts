import type { StaffActor } from '#features/audit/actor.ts'
import { toJson } from '#db/engine/json.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import type { Settings } from '#features/settings/settings.ts'
import { viewCase } from '#features/casework/case-view.ts'
import type { CaseMoveOutcome, StaffMove } from '#features/casework/casework.server.ts'
import { findObjections } from './objections.server.ts'
import { previewMove, type PreviewedLetter } from '#features/casework/preview.server.ts'
import { gatherCase } from '#features/casework/reading.server.ts'
import { decidedParts } from '#features/casework/releasing/shown-decision.server.ts'
import { shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable } from '#server/input/shown-hash.ts'

const hour = 3_600_000
const minOverrideLength = 10

/** A grave move, as an officer decides it. */
export interface DecisionRequest extends StaffMove {
  /** Why the officer goes ahead although there are objections. */
  override?: string
}

type Refused = Exclude<CaseMoveOutcome, { ok: true }>
type Checked =
  | Refused
  | { ok: true; to: string; letters: PreviewedLetter[]; recorded: Record<string, string>; settings: Settings }

/** The emails that a decision would send, if it can be recorded. */
export function previewDecision(
  db: Db,
  actor: StaffActor,
  origin: string,
  deciding: DecisionRequest,
  now: Date,
): Promise<Refused | { ok: true; letters: PreviewedLetter[] }> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), deciding.reference)
    return caseRow ? check(db, actor, origin, deciding, now) : { ok: false, reason: 'not-found' }
  })
}

/** Records a decision that is possible now. Its emails are stored as the officer saw them. */
export function recordDecision(
  db: Db,
  actor: StaffActor,
  origin: string,
  deciding: DecisionRequest,
  now: Date,
): Promise<Refused | ({ ok: true; to: string; needsRelease: boolean } & Undoable)> {
  const { reference, move } = deciding
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    const checked = await check(db, actor, origin, deciding, now)
    if (!checked.ok) return checked
    const { letters, recorded, settings, to } = checked
    const { decisionsNeedRelease: needsRelease, decisionDelayHours } = settings
    const at = now.getTime()
    const decided = { move, typed: toJson(deciding.typed), recorded: toJson(recorded) }
    const written = await db
      .insertInto('case_decision')
      .values({
        ...{ dossier_id: caseRow.id, ...decided, letters: toJson(letters) },
        ...{ decided_by: actor.id, decided_at: at },
        decided_by_name: db.selectFrom('staff_user').select('name').where('id', '=', actor.id),
        release_at: needsRelease ? null : at + decisionDelayHours * hour,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('move')
      .executeTakeFirst()
    if (!written) return { ok: false, reason: 'decision-waits' }
    await record(db, actor, 'case.decision-recorded', `case:${reference}`, { move, ...recorded }, now)
    const shownHash = shownHashOf(decidedParts({ ...decided, officerId: actor.id, at }))
    return { ok: true, to, needsRelease, shownHash }
  })
}

/** Whether a locked case can be decided so: the objections to it, the table of moves, and what the move would send. */
async function check(
  db: Db,
  actor: StaffActor,
  origin: string,
  { override = '', ...moving }: DecisionRequest,
  now: Date,
): Promise<Checked> {
  const read = await gatherCase(db, readerOn(actor, now), moving.reference, now)
  if (!read) return { ok: false, reason: 'not-found' }
  const settings = await readSettings(db)
  const objections = await findObjections(db, moving, read, viewCase(read, settings, actor.role, now))
  const mustSayWhy = objections.length > 0
  if (mustSayWhy && override.length < minOverrideLength) return { ok: false, reason: 'needs-override' }
  const recorded: Record<string, string> = mustSayWhy
    ? { knownObjections: objections.join(' '), overrideReason: override }
    : {}
  const { outcome, letters } = await previewMove(db, actor, origin, { ...moving, released: recorded }, now)
  if (!outcome.ok) return outcome
  return { ...outcome, letters, recorded, settings }
}
