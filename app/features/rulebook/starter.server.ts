import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import { slugFrom } from '#features/content/addresses/slugs.ts'
import { insertRules } from './operations.server.ts'
import { failedExample, missingExample, type AcademyRule } from './rule.ts'
import type { RulebookSubject } from './rulebook.ts'
import { showRulebookInSearch } from './search.server.ts'

/** Rulebooks that come with an empty site. Like other starter content they are not acts of anyone. */

export interface DeliveredRulebook {
  name: string
  /** Null if calls name it. */
  subject: RulebookSubject | null
  /** Rules that the Academy has published: they are in force from the start. */
  sourced: AcademyRule[]
  /** Rules for which nobody knows the Academy’s text: they are only in the draft, marked as samples. */
  samples: AcademyRule[]
}

export async function deliverRulebook(
  db: Db,
  { name, subject, sourced, samples }: DeliveredRulebook,
  now: Date,
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
  const isInForce = sourced.length > 0
  if (isInForce) await insertRules(db, await insertVersion(db, id, 1, at, at), sourced)
  const draft = await insertVersion(db, id, isInForce ? 2 : 1, null, at)
  await insertRules(db, draft, sourced)
  await insertRules(db, draft, samples, at, sourced.length)
  await showRulebookInSearch(db, id)
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
