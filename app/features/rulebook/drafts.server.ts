import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import type { StoredRule } from './queries.server.ts'
import { findDraft, findDraftRule, listRules } from './queries.server.ts'
import { failedExample, type AcademyRule, type RuleExample } from './rule.ts'

/** Rules of a draft. Those of a published version never change. */

export type RuleRefusal = 'not-found' | 'conflict' | 'clause-taken'
type RefusedByExample = { ok: false; reason: 'example-failed'; sentence: string }

/** Adds a rule to the draft, or changes one of it. A rule that one of its examples contradicts is refused. */
export function saveRule(
  db: Db,
  actor: Actor,
  rulebookId: string,
  {
    ruleId,
    revision,
    rule,
  }: { ruleId: string | null; revision: number; rule: Omit<AcademyRule, 'examples'> },
  now: Date,
): Promise<Outcome<RuleRefusal, { id: string }> | RefusedByExample> {
  return inTransaction(db, async (db): Promise<Outcome<RuleRefusal, { id: string }> | RefusedByExample> => {
    await lockWork(db, 'rulebooks')
    const draft = await findDraft(db, rulebookId)
    const current = ruleId === null ? undefined : await findDraftRule(db, rulebookId, ruleId)
    if (!draft || (ruleId !== null && !current)) return { ok: false, reason: 'not-found' }
    if (current && current.revision !== revision) return { ok: false, reason: 'conflict' }
    const others = (await listRules(db, draft.id)).filter(({ id }) => id !== ruleId)
    if (others.some(({ clause }) => clause === rule.clause)) return { ok: false, reason: 'clause-taken' }
    const sentence = failedExample({ ...rule, examples: current?.examples ?? [] })
    if (sentence !== undefined) return { ok: false, reason: 'example-failed', sentence }
    const id = current?.id ?? newId()
    // Whoever saves a delivered sample has made it the Academy's own.
    const columns = { ...columnsOf(rule), sample_at: null }
    if (current)
      await db
        .updateTable('academy_rule')
        .set({ ...columns, revision: current.revision + 1 })
        .where('id', '=', id)
        .execute()
    else
      await db
        .insertInto('academy_rule')
        .values({ id, version_id: draft.id, position: others.length, ...columns })
        .execute()
    await recordOn(db, actor, 'rulebook.rule-saved', rulebookId, { clause: rule.clause }, now)
    return { ok: true, id }
  })
}

export function columnsOf(rule: Omit<AcademyRule, 'examples'>) {
  return {
    clause: rule.clause,
    words: rule.words,
    check_name: rule.check,
    check_values: toJson(rule.values),
    stage: rule.stage,
    grades: toJson(rule.grades),
    valid_from: rule.from,
    valid_to: rule.to,
  }
}

/**
 * Moves a rule one step up in the list, past another. The first stays first. Returns the hash that refuses Undo if someone
 * has changed the order since.
 */
export function moveRuleUp(
  db: Db,
  actor: Actor,
  rulebookId: string,
  { ruleId, shownHash }: { ruleId: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict', MovedUp>> {
  return changeRule<'conflict', never, MovedUp>(db, rulebookId, ruleId, async (db, rule, draftId) => {
    const ids = (await listRules(db, draftId)).map(({ id }) => id)
    if (!isStillShown(shownHash, ids)) return { ok: false, reason: 'conflict' }
    const at = ids.indexOf(ruleId)
    const passed = ids[at - 1]
    if (passed === undefined) return { ok: true, passed, shownHash: shownHashOf(ids) }
    ids.splice(at - 1, 0, ...ids.splice(at, 1))
    for (const [position, id] of ids.entries())
      await db.updateTable('academy_rule').set({ position }).where('id', '=', id).execute()
    await recordOn(db, actor, 'rulebook.rule-moved', rulebookId, { clause: rule.clause }, now)
    return { ok: true, passed, shownHash: shownHashOf(ids) }
  })
}

interface MovedUp extends Undoable {
  passed: string | undefined
}

const maxExamples = 40

/**
 * Adds an example with the answer it must get. One that gets another answer is refused. Returns the hash that refuses Undo
 * if another example has its name since.
 */
export function addExample(
  db: Db,
  actor: Actor,
  rulebookId: string,
  ruleId: string,
  example: RuleExample,
  now: Date,
): Promise<Outcome<'not-found' | ExampleRefusal, Undoable> | RefusedByExample> {
  return changeRule<ExampleRefusal, RefusedByExample, Undoable>(db, rulebookId, ruleId, async (db, rule) => {
    if (rule.examples.length >= maxExamples) return { ok: false, reason: 'too-many' }
    if (rule.examples.some(({ name }) => name === example.name)) return { ok: false, reason: 'name-taken' }
    const sentence = failedExample({ ...rule, examples: [example] })
    if (sentence !== undefined) return { ok: false, reason: 'example-failed', sentence }
    await storeExamples(db, ruleId, [...rule.examples, example])
    await recordOn(db, actor, 'rulebook.example-added', rulebookId, { clause: rule.clause }, now)
    return { ok: true, shownHash: shownHashOf(example) }
  })
}

type ExampleRefusal = 'name-taken' | 'too-many'

/** Deletes an example. Returns the rule with it. */
export function removeExample(
  db: Db,
  actor: Actor,
  rulebookId: string,
  ruleId: string,
  { name, shownHash }: { name: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict', RemovedExample>> {
  return changeRule<'conflict', never, RemovedExample>(db, rulebookId, ruleId, async (db, rule) => {
    const found = rule.examples.find((example) => example.name === name)
    if (!found) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, found)) return { ok: false, reason: 'conflict' }
    const left = rule.examples.filter((example) => example !== found)
    await storeExamples(db, ruleId, left)
    await recordOn(db, actor, 'rulebook.example-removed', rulebookId, { clause: rule.clause }, now)
    return { ok: true, before: rule }
  })
}

interface RemovedExample {
  before: StoredRule
}

async function storeExamples(db: Db, ruleId: string, examples: RuleExample[]) {
  await db
    .updateTable('academy_rule')
    .set({ examples: toJson(examples) })
    .where('id', '=', ruleId)
    .execute()
}

/** Changes a rule of a draft. */
export function changeRule<Reason extends string = never, Refused = never, Details extends object = object>(
  db: Db,
  rulebookId: string,
  ruleId: string,
  change: (
    db: Db,
    rule: StoredRule,
    draftId: string,
  ) => Promise<Outcome<'not-found' | Reason, Details> | Refused>,
): Promise<Outcome<'not-found' | Reason, Details> | Refused> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'rulebooks')
    const draft = await findDraft(db, rulebookId)
    const rule = await findDraftRule(db, rulebookId, ruleId)
    if (!draft || !rule) return { ok: false, reason: 'not-found' }
    return change(db, rule, draft.id)
  })
}

export function recordOn(
  db: Db,
  actor: Actor,
  action: Parameters<typeof record>[2],
  rulebookId: string,
  details: Record<string, unknown>,
  now: Date,
) {
  return record(db, actor, action, `rulebook:${rulebookId}`, details, now)
}
