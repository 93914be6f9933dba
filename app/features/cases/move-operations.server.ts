import { officeDay, officeDayEnd } from '#office-time.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { actorName, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { checkPlain, type FieldErrors } from '#features/forms/check.ts'
import { readPlain } from '#features/forms/fields.ts'
import type { PlainQuestion } from '#features/forms/questions.ts'
import { dropUnsentAbout } from '#server/mail/mail.server.ts'
import { askAgainWhatWasVoided, voidOpenConfirmations } from './confirmations.server.ts'
import type { CaseType } from './case-type.ts'
import { refusalOf, type CaseMoveRefusal, type Mover } from './workflow.ts'
import { type CaseRow, dueAt } from './operations.server.ts'

export interface CaseMoveRequest {
  reference: string
  move: string
  by: Mover
  facts: Record<string, string>
  /** The version that the mover has seen; omitted by links and by the site itself. */
  seen?: number
}

export type StaleMoveRefusal = 'seen-old' | CaseMoveRefusal

/** Why a locked case may not be moved this way, or undefined. */
export function refusalToMove(
  caseRow: CaseRow,
  { workflow }: Pick<CaseType, 'workflow'>,
  { move, by, seen }: CaseMoveRequest,
): StaleMoveRefusal | undefined {
  if (seen !== undefined && seen !== caseRow.version) return 'seen-old'
  return refusalOf(workflow, move, caseRow, by)
}

/** Moves a locked case along its table, after a check with refusalToMove. The caller handles the consequences. */
export async function applyMove(
  db: Db,
  actor: Actor,
  caseRow: CaseRow,
  { workflow }: Pick<CaseType, 'workflow'>,
  { move, by, facts }: CaseMoveRequest,
  now: Date,
): Promise<CaseRow> {
  const from = caseRow.state
  const { to: onward, undoes, silent, decides } = workflow.moves[move]!
  const to = undoes ? await stateBefore(db, caseRow.id, undoes) : onward
  const { isEnd, after } = workflow.states[to]!
  const changed = {
    state: to,
    version: caseRow.version + 1,
    facts: toJson({ ...fromJson<object>(caseRow.facts), ...facts }),
    state_at: now.getTime(),
    due_at: dueOn(facts['due']) ?? dueAt(after?.days, now),
    ended_at: isEnd ? now.getTime() : null,
    decided_at: decides ? now.getTime() : caseRow.decided_at,
  }
  await db.updateTable('dossier').set(changed).where('id', '=', caseRow.id).execute()
  // A decision about the former status is void.
  await db.deleteFrom('case_decision').where('dossier_id', '=', caseRow.id).execute()
  if (isEnd) await voidOpenConfirmations(db, caseRow.id, now)
  if (silent) await dropUnsentAbout(db, caseRow.id)
  else if (caseRow.ended_at !== null) await askAgainWhatWasVoided(db, caseRow, changed.due_at)
  const made_by = actor.kind === 'staff' ? actorName(actor) : by
  await appendMove(db, caseRow, { move, from_state: from, to_state: to, made_by, facts: toJson(facts) }, now)
  await record(db, actor, 'case.moved', `case:${caseRow.reference}`, { move, by, from, to, ...facts }, now)
  return { ...caseRow, ...changed }
}

/** The state of a case before the last of these moves. */
async function stateBefore(db: Db, caseId: string, moves: readonly string[]): Promise<string> {
  const { from_state } = await db
    .selectFrom('dossier_move')
    .select('from_state')
    .where('dossier_id', '=', caseId)
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
  // Every move raises the version, so it also numbers the moves.
  await db
    .insertInto('dossier_move')
    .values({ ...move, dossier_id: id, number: version, made_at: now.getTime() })
    .execute()
}

/** What was typed beside a move's button, or what needs correcting. */
export function readFacts(
  asks: readonly PlainQuestion[],
  typed: Record<string, string>,
  now: Date,
): { ok: true; facts: Record<string, string> } | { ok: false; faults: FieldErrors } {
  const today = officeDay(now)
  const facts: Record<string, string> = {}
  const faults: FieldErrors = {}
  for (const question of asks) {
    const text = readPlain(question, typed[question.name])
    const fault = checkPlain(question, text, today)
    if (fault !== undefined) faults[question.name] = fault
    else if (text !== '') facts[question.name] = text
  }
  return Object.keys(faults).length > 0 ? { ok: false, faults } : { ok: true, facts }
}

/** The last moment of a day in office time. */
function dueOn(due: string | undefined): number | undefined {
  return due === undefined ? undefined : officeDayEnd(due)
}
