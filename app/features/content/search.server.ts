import { sql } from 'kysely'
import { fromJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { containWords } from '#db/search/contains.ts'
import { showInSearch } from '#features/content/entry/versions.server.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'

/** Puts all published entries into the index of the site search. */
export async function indexEntries(db: Db): Promise<void> {
  const entries = await db
    .selectFrom('entry')
    .leftJoin('entry as parent', 'parent.id', 'entry.parent_id')
    .select(['entry.id', 'entry.kind', 'entry.slug', 'entry.sample_at', 'entry.live_version'])
    .select('parent.slug as parentSlug')
    .where('entry.live_version', 'is not', null)
    .orderBy('entry.id')
    .execute()
  for (const { id, kind, slug, sample_at: sampleAt, live_version, parentSlug } of entries) {
    const { data } = await db
      .selectFrom('entry_version')
      .select('data')
      .where('entry_id', '=', id)
      .where('number', '=', live_version)
      .executeTakeFirstOrThrow()
    const shown = { id, kind: kind as Kind, slug, sampleAt, data: fromJson<Data>(data) }
    await showInSearch(db, parentSlug === null ? shown : { ...shown, parent: { slug: parentSlug } })
  }
}

/** Of every kind and in every state except deleted: titles that start with the words first, then by latest change. */
export async function findEntriesByWords(db: Db, words: string[], limit: number) {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('entry_version as head', (join) =>
      join.onRef('head.entry_id', '=', 'entry.id').onRef('head.number', '=', 'entry.head_version'),
    )
    .select(['entry.id', 'entry.kind', 'entry.state', 'head.title'])
    .where('entry.state', '<>', 'binned')
    .where(containWords([sql.ref('head.title'), sql.ref('entry.slug')], words))
    .orderBy('entry.updated_at', 'desc')
    .limit(limit * 5)
    .execute()
  const begins = ({ title }: { title: string }) =>
    title.toLowerCase().startsWith(words[0]?.toLowerCase() ?? '') ? 0 : 1
  return rows.toSorted((a, b) => begins(a) - begins(b)).slice(0, limit)
}

export function findRedirectsByWords(db: Db, words: string[], limit: number) {
  return db
    .selectFrom('redirect')
    .select(['from_path as from', 'to_path as to'])
    .where(containWords([sql.ref('from_path'), sql.ref('to_path')], words))
    .orderBy('from_path')
    .limit(limit)
    .execute()
}
