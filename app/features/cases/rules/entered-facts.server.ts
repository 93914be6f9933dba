import { fromJson, toJson } from '#db/engine/json.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import { lockCaseFor } from '#features/cases/operations.server.ts'
import type { FactName } from '#features/rulebook/facts.ts'
import type { StoredValue } from '#features/rulebook/fields.ts'
import { factsFrom, joinFacts, type SourcedFacts } from '#features/rulebook/sourced-facts.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'

/** Facts for the rules that the site does not know. The office enters them for a case, with where it has them from. */

export interface EnteredFact {
  name: FactName
  value: StoredValue
  source: string
  by: string | null
  at: number
}

export async function listEnteredFacts(db: Db, caseId: string): Promise<EnteredFact[]> {
  const rows = await db
    .selectFrom('case_fact')
    .leftJoin('staff_user', 'staff_user.id', 'case_fact.entered_by')
    .select(['case_fact.name', 'value', 'source', 'entered_at as at', 'staff_user.name as by'])
    .where('dossier_id', '=', caseId)
    .where('removed_at', 'is', null)
    .orderBy('case_fact.name')
    .execute()
  return rows.map(({ name, value, ...row }) => ({
    ...row,
    name: name as FactName,
    value: fromJson<StoredValue>(value),
  }))
}

export async function enteredFacts(db: Db, caseId: string): Promise<SourcedFacts> {
  const entered = await listEnteredFacts(db, caseId)
  return joinFacts(...entered.map(({ name, value, source }) => factsFrom(source, { [name]: value })))
}

/**
 * Enters a fact, or replaces what was entered. The trail has its name only: the value may be personal, and is erased
 * with the case.
 */
export function enterFact(
  db: Db,
  actor: StaffActor,
  reference: string,
  { name, value, source }: { name: FactName; value: StoredValue; source: string },
  now: Date,
): Promise<Outcome<FactRefusal>> {
  return changeFacts(db, actor, reference, now, async (db, caseId) => {
    const entered = { value: toJson(value), source, entered_by: actor.id, entered_at: now.getTime() }
    await db
      .insertInto('case_fact')
      .values({ dossier_id: caseId, name, ...entered })
      .onConflict((conflict) =>
        conflict.columns(['dossier_id', 'name']).doUpdateSet({ ...entered, removed_at: null }),
      )
      .execute()
    await record(db, actor, 'case.fact-entered', `case:${reference}`, { fact: name }, now)
    return { ok: true }
  })
}

/** From now on it counts no more. Returns the hash that refuses Undo if someone has entered it again since. */
export function removeFact(
  db: Db,
  actor: StaffActor,
  reference: string,
  name: FactName,
  now: Date,
): Promise<Outcome<FactRefusal, { shownHash: string }>> {
  return changeFacts<{ shownHash: string }>(db, actor, reference, now, async (db, caseId) => {
    const removed = await db
      .updateTable('case_fact')
      .set({ removed_at: now.getTime() })
      .where('dossier_id', '=', caseId)
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .returning(['entered_at', 'removed_at'])
      .executeTakeFirst()
    if (!removed) return { ok: false, reason: 'not-found' }
    await record(db, actor, 'case.fact-removed', `case:${reference}`, { fact: name }, now)
    return { ok: true, shownHash: shownHashOf(removed) }
  })
}

export function restoreFact(
  db: Db,
  actor: StaffActor,
  reference: string,
  { name, shownHash }: { name: FactName; shownHash: string },
  now: Date,
): Promise<Outcome<FactRefusal | 'conflict'>> {
  return changeFacts<object, 'conflict'>(db, actor, reference, now, async (db, caseId) => {
    const row = db
      .selectFrom('case_fact')
      .select(['entered_at', 'removed_at'])
      .where('dossier_id', '=', caseId)
      .where('name', '=', name)
    if (!isStillShown(shownHash, await row.executeTakeFirst())) return { ok: false, reason: 'conflict' }
    await db
      .updateTable('case_fact')
      .set({ removed_at: null })
      .where('dossier_id', '=', caseId)
      .where('name', '=', name)
      .execute()
    await record(db, actor, 'case.fact-restored', `case:${reference}`, { fact: name }, now)
    return { ok: true }
  })
}

export type FactRefusal = 'not-found' | 'ended'

/** Only while a case is open: what its decision was made on stays as it was. */
function changeFacts<Details extends object = object, Reason extends string = never>(
  db: Db,
  actor: StaffActor,
  reference: string,
  now: Date,
  change: (db: Db, caseId: string) => Promise<Outcome<FactRefusal | Reason, Details>>,
): Promise<Outcome<FactRefusal | Reason, Details>> {
  return inTransaction(db, async (db): Promise<Outcome<FactRefusal | Reason, Details>> => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    if (caseRow.ended_at !== null) return { ok: false, reason: 'ended' }
    return change(db, caseRow.id)
  })
}
