import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { slugFrom } from '#features/content/addresses/slugs.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { columnsOf, recordOn } from './drafts.server.ts'
import { findDraft, findPublished, findRulebook, listRulebookVersions, listRules } from './queries.server.ts'
import { forgetRemovedRules } from './removed-rules.server.ts'
import { failedExample, missingExample, type AcademyRule } from './rule.ts'
import type { RulebookSubject } from './rulebook.ts'
import { showRulebookInSearch } from './search.server.ts'

/** Rulebooks and their versions. */

/** Creates a rulebook with an empty draft. */
export function createRulebook(
  db: Db,
  actor: Actor,
  { name, subject }: { name: string; subject: RulebookSubject | null },
  now: Date,
): Promise<Outcome<'name-taken' | 'subject-taken', { id: string }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'rulebooks')
    const slug = slugFrom(name)
    const others = await db.selectFrom('rulebook').select(['slug', 'subject']).execute()
    if (slug === '' || others.some((other) => other.slug === slug)) return { ok: false, reason: 'name-taken' }
    if (subject !== null && others.some((other) => other.subject === subject))
      return { ok: false, reason: 'subject-taken' }
    const id = newId()
    const at = now.getTime()
    await db
      .insertInto('rulebook')
      .values({ id, slug, name, subject, created_at: at, updated_at: at })
      .execute()
    await insertDraft(db, id, 1, now)
    await recordOn(db, actor, 'rulebook.created', id, { name }, now)
    return { ok: true, id }
  })
}

async function insertDraft(db: Db, rulebookId: string, number: number, now: Date): Promise<string> {
  const id = newId()
  await db
    .insertInto('rulebook_version')
    .values({ id, rulebook_id: rulebookId, number, created_at: now.getTime() })
    .execute()
  return id
}

/**
 * Starts the next version as a copy of the one in force. Returns the hash that refuses Undo if someone has edited the draft
 * since.
 */
export function startDraft(
  db: Db,
  actor: Actor,
  rulebookId: string,
  now: Date,
): Promise<Outcome<'not-found' | 'draft-exists', Undoable>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'rulebooks')
    if (!(await findRulebook(db, rulebookId))) return { ok: false, reason: 'not-found' }
    if (await findDraft(db, rulebookId)) return { ok: false, reason: 'draft-exists' }
    const [latest] = await listRulebookVersions(db, rulebookId)
    const number = (latest?.number ?? 0) + 1
    const draftId = await insertDraft(db, rulebookId, number, now)
    await insertRules(db, draftId, latest ? await listRules(db, latest.id) : [])
    await recordOn(db, actor, 'rulebook.draft-started', rulebookId, { number }, now)
    return { ok: true, shownHash: shownHashOf(await listRules(db, draftId)) }
  })
}

/** Writes rules in this order into a draft. */
export async function insertRules(
  db: Db,
  versionId: string,
  rules: readonly AcademyRule[],
  sampleAt: number | null = null,
  first = 0,
) {
  for (const [at, rule] of rules.entries())
    await db
      .insertInto('academy_rule')
      .values({
        ...columnsOf(rule),
        ...{ id: newId(), version_id: versionId, position: first + at, sample_at: sampleAt },
        examples: toJson(rule.examples),
      })
      .execute()
}

export function discardDraft(
  db: Db,
  actor: Actor,
  rulebookId: string,
  { shownHash }: Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict' | 'first-draft'>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'rulebooks')
    const draft = await findDraft(db, rulebookId)
    if (!draft) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, await listRules(db, draft.id))) return { ok: false, reason: 'conflict' }
    if (!(await findPublished(db, rulebookId))) return { ok: false, reason: 'first-draft' }
    await db.deleteFrom('academy_rule').where('version_id', '=', draft.id).execute()
    await forgetRemovedRules(db, draft.id)
    await db.deleteFrom('rulebook_version').where('id', '=', draft.id).execute()
    await recordOn(db, actor, 'rulebook.draft-discarded', rulebookId, { number: draft.number }, now)
    return { ok: true }
  })
}

export type PublishOutcome =
  | Outcome<'not-found' | 'empty' | 'conflict', { number: number }>
  | { ok: false; reason: 'not-ready'; sentence: string }

/** Puts the draft in force. From then on it never changes; the versions before it stay readable. */
export function publishRulebook(
  db: Db,
  actor: Actor,
  rulebookId: string,
  { number, note }: { number: number; note: string | null },
  now: Date,
): Promise<PublishOutcome> {
  return inTransaction(db, async (db): Promise<PublishOutcome> => {
    await lockWork(db, 'rulebooks')
    const draft = await findDraft(db, rulebookId)
    if (!draft) return { ok: false, reason: 'not-found' }
    if (draft.number !== number) return { ok: false, reason: 'conflict' }
    const rules = await listRules(db, draft.id)
    if (rules.length === 0) return { ok: false, reason: 'empty' }
    const sentence = rules.map(whyNotReady).find((one) => one !== undefined)
    if (sentence !== undefined) return { ok: false, reason: 'not-ready', sentence }
    const at = now.getTime()
    await db
      .updateTable('rulebook_version')
      .set({ published_at: at, note })
      .where('id', '=', draft.id)
      .execute()
    await forgetRemovedRules(db, draft.id)
    await db.updateTable('rulebook').set({ updated_at: at }).where('id', '=', rulebookId).execute()
    await showRulebookInSearch(db, rulebookId)
    await raiseContentVersion(db, now)
    await recordOn(db, actor, 'rulebook.published', rulebookId, { number, rules: rules.length }, now)
    return { ok: true, number }
  })
}

const exampleNames = { met: 'an example that must pass', 'not-met': 'an example that must fail' } as const

function whyNotReady(rule: AcademyRule & { isSample: boolean }): string | undefined {
  const { clause } = rule
  if (rule.isSample)
    return `The rule ${clause} is a sample. Save it with the Academy’s own words, or delete it.`
  const missing = missingExample(rule)
  if (missing !== undefined) return `The rule ${clause} needs ${exampleNames[missing]}.`
  const failed = failedExample(rule)
  return failed === undefined ? undefined : `Rule ${clause}: ${failed}`
}
