import { fromJson } from '#db/engine/json.ts'
import { putSearchEntries } from '#db/search/search.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { rebuildAuditWords } from '#features/audit/words.server.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'
import { showInSearch } from '#features/content/entry/versions.server.ts'
import { entryFor, isFindable, personOf } from '#features/people/person-row.server.ts'

const rowsAtOnce = 500

/** Rebuilds the index of the site search and of the audit trail's search. */
export async function rebuildSearch(db: Db): Promise<void> {
  await db.deleteFrom('search_entry').execute()
  await findPeople(db)
  await findEntries(db)
  await rebuildAuditWords(db)
}

async function findPeople(db: Db) {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('person')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    const found = rows.flatMap((row) => {
      const person = personOf(row as Parameters<typeof personOf>[0])
      return isFindable(person) ? [entryFor(row.id, person, new Date(row.sample_at ?? 0))] : []
    })
    await putSearchEntries(db, found)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function findEntries(db: Db) {
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
