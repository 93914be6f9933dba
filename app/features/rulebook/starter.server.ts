import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { slugFrom } from '#features/content/addresses/slugs.ts'
import type { Outcome } from '#outcome.ts'
import { deliveredRulebooks, type DeliveredRulebook } from './delivered-rulebooks.ts'
import { insertRules } from './operations.server.ts'
import { failedExample, missingExample } from './rule.ts'
import { showRulebookInSearch } from './search.server.ts'

/**
 * The rulebooks that come with the software. With an empty site they come like other starter content, as acts of nobody;
 * a site that exists gets those it lacks when an administrator asks for them.
 */

export async function deliverRulebook(
  db: Db,
  { name, subject, sourced, samples }: DeliveredRulebook,
  now: Date,
  isInForce = sourced.length > 0,
): Promise<void> {
  for (const rule of [...sourced, ...samples])
    if (missingExample(rule) !== undefined || failedExample(rule) !== undefined)
      throw new Error(`The delivered rule ${rule.clause} contradicts its examples.`)
  const id = newId()
  const at = now.getTime()
  await db
    .insertInto('rulebook')
    .values({ id, slug: slugFrom(name), name, subject, created_at: at, updated_at: at })
    .execute()
  if (isInForce) await insertRules(db, await insertVersion(db, id, 1, at, at), sourced)
  const draft = await insertVersion(db, id, isInForce ? 2 : 1, null, at)
  await insertRules(db, draft, sourced)
  await insertRules(db, draft, samples, at, sourced.length)
  await showRulebookInSearch(db, id)
}

/** The delivered rulebooks that a site lacks: none has the name, and none is about the same cases. */
export async function listMissingRulebooks(db: Db): Promise<DeliveredRulebook[]> {
  const present = await db.selectFrom('rulebook').select(['slug', 'subject']).execute()
  return deliveredRulebooks.filter(
    ({ name, subject }) =>
      !present.some((one) => one.slug === slugFrom(name) || (subject !== null && one.subject === subject)),
  )
}

/** Adds those that are missing as drafts, so that no open case is judged otherwise before someone publishes them. */
export function addMissingRulebooks(
  db: Db,
  actor: Actor,
  now: Date,
): Promise<Outcome<'nothing-missing', { count: number }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'rulebooks')
    const missing = await listMissingRulebooks(db)
    if (missing.length === 0) return { ok: false, reason: 'nothing-missing' }
    for (const delivered of missing) await deliverRulebook(db, delivered, now, false)
    const names = missing.map(({ name }) => name).join(', ')
    await record(db, actor, 'rulebook.missing-added', 'rulebooks', { names }, now)
    return { ok: true, count: missing.length }
  })
}

async function insertVersion(
  db: Db,
  rulebookId: string,
  number: number,
  publishedAt: number | null,
  at: number,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('rulebook_version')
    .values({ id, rulebook_id: rulebookId, number, published_at: publishedAt, created_at: at })
    .execute()
  return id
}

/** Removes the sample rules from drafts, and rulebooks that have nothing else. */
export async function removeSampleRules(db: Db): Promise<number> {
  const removed = await db
    .deleteFrom('academy_rule')
    .where('sample_at', 'is not', null)
    .returning('version_id')
    .execute()
  for (const versionId of new Set(removed.map(({ version_id }) => version_id)))
    await removeIfEmpty(db, versionId)
  return removed.length
}

async function removeIfEmpty(db: Db, versionId: string): Promise<void> {
  const rule = db.selectFrom('academy_rule').select('id').where('version_id', '=', versionId)
  if (await rule.executeTakeFirst()) return
  const { rulebook_id } = await db
    .deleteFrom('rulebook_version')
    .where('id', '=', versionId)
    .returning('rulebook_id')
    .executeTakeFirstOrThrow()
  const other = db.selectFrom('rulebook_version').select('id').where('rulebook_id', '=', rulebook_id)
  if (!(await other.executeTakeFirst()))
    await db.deleteFrom('rulebook').where('id', '=', rulebook_id).execute()
}
