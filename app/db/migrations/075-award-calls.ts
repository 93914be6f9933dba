import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Migration } from './migration.ts'

/**
 * A site that has the awards gets a draft of a call for each. Visitors see nothing of it until an administrator
 * completes and publishes it. A new site gets them with its starter content.
 */
export const awardCalls: Migration = { name: '075-award-calls', sql: '', fill: addCalls }

const awards = [
  'academic-gold-medal-award',
  'prof-pn-pandey-research-award',
  'swami-bhjnanand-saraswati-vedic-science-award',
  'prof-hp-dikshit-memorial-award',
  'prof-pr-sharma-memorial-award',
  'young-scientist-award',
]

async function addCalls(db: Db): Promise<void> {
  const found = await db
    .selectFrom('entry')
    .innerJoin('entry_version', (join) =>
      join
        .onRef('entry_version.entry_id', '=', 'entry.id')
        .onRef('entry_version.number', '=', 'entry.live_version'),
    )
    .select(['entry.slug', 'entry.created_at as at', 'entry_version.title'])
    .where('entry.kind', '=', 'award')
    .where('entry.slug', 'in', awards)
    .execute()
  for (const award of found) await addCall(db, award)
}

async function addCall(
  db: Db,
  { slug: award, title: name, at }: { slug: string; title: string; at: number },
) {
  const slug = `call-${award}`
  const taken = db.selectFrom('entry').select('id').where('kind', '=', 'call').where('slug', '=', slug)
  if (await taken.executeTakeFirst()) return
  const id = newId()
  const title = `Nominations for the ${name}`
  const data = {
    ...{ title, subject: 'award', award },
    form: { online: true, career: true, publications: true, files: true, seconder: true },
    stages: { panel: true, acceptance: true },
  }
  await db
    .insertInto('entry')
    .values({
      ...{ id, kind: 'call', slug, position: 0, state: 'draft', head_version: 1, live_version: null },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  await db
    .insertInto('entry_version')
    .values({ entry_id: id, number: 1, title, data: toJson(data), saved_at: at })
    .execute()
  const link = { entry_id: id, number: 1, kind: 'link' as const, target: `/awards/${award}` }
  await db.insertInto('entry_version_ref').values(link).execute()
}
