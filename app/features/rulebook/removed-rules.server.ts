import { fromJson, toJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { changeRule, recordOn } from './drafts.server.ts'
import { findDraft, findDraftRule, listRules, type RuleRow } from './queries.server.ts'

/** A rule that is deleted from a draft can be restored until the draft is published or discarded. */

export function removeRule(
  db: Db,
  actor: Actor,
  rulebookId: string,
  { ruleId, shownHash }: { ruleId: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict'>> {
  return changeRule<'conflict'>(db, rulebookId, ruleId, async (db, rule, draftId) => {
    if (!isStillShown(shownHash, rule)) return { ok: false, reason: 'conflict' }
    const { clause } = rule
    const row = await db
      .deleteFrom('academy_rule')
      .where('id', '=', ruleId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('removed_rule')
      .values({ id: ruleId, version_id: draftId, removed: toJson(row), removed_at: now.getTime() })
      .execute()
    await recordOn(db, actor, 'rulebook.rule-removed', rulebookId, { clause }, now)
    return { ok: true }
  })
}

/**
 * Puts it back into its place, with its examples. Returns the hash that refuses Undo if someone has changed the rule since.
 */
export function restoreRule(
  db: Db,
  actor: Actor,
  rulebookId: string,
  ruleId: string,
  now: Date,
): Promise<Outcome<'not-found' | 'clause-taken', Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'rulebooks')
    const draft = await findDraft(db, rulebookId)
    const found = await db
      .selectFrom('removed_rule')
      .select('removed')
      .where('id', '=', ruleId)
      .where('version_id', '=', draft?.id ?? '')
      .executeTakeFirst()
    if (!draft || !found) return { ok: false, reason: 'not-found' }
    const row = fromJson<RuleRow>(found.removed)
    const rules = await listRules(db, draft.id)
    if (rules.some(({ clause }) => clause === row.clause)) return { ok: false, reason: 'clause-taken' }
    await db.deleteFrom('removed_rule').where('id', '=', ruleId).execute()
    await db.insertInto('academy_rule').values(row).execute()
    await recordOn(db, actor, 'rulebook.rule-restored', rulebookId, { clause: row.clause }, now)
    return { ok: true, shownHash: shownHashOf(await findDraftRule(db, rulebookId, ruleId)) }
  })
}

export async function forgetRemovedRules(db: Db, versionId: string): Promise<void> {
  await db.deleteFrom('removed_rule').where('version_id', '=', versionId).execute()
}
