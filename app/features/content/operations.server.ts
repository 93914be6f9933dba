import { raiseContentVersion } from '#db/content-version.server.ts'
import { newId } from '#db/id.ts'
import { toJson } from '#db/json.ts'
import { putSearchEntry, removeSearchEntry } from '#db/search.server.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import { datesOf } from './dates.ts'
import { kinds, type Data, type Kind } from './kinds.ts'
import { searchTextOf } from './search-text.ts'

export interface NewEntry<K extends Kind = Kind> {
  kind: K
  slug: string
  parent?: { id: string; slug: string }
  position?: number
  data: Data<K>
  sample?: boolean
}

/** Puts a new entry on the site at once, as its version 1, and tells its id. */
export function publishEntry<K extends Kind>(db: Db, entry: NewEntry<K>, now: Date): Promise<string> {
  const data = kinds[entry.kind].parse(entry.data) as Data<K>
  return inTransaction(db, async (db) => {
    const id = newId()
    const at = now.getTime()
    await db
      .insertInto('entry')
      .values({
        id,
        kind: entry.kind,
        slug: entry.slug,
        parent_id: entry.parent?.id ?? null,
        position: entry.position ?? 0,
        state: 'published',
        head_version: 1,
        live_version: 1,
        published_at: at,
        sample_at: entry.sample ? at : null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await db
      .insertInto('entry_version')
      .values({
        entry_id: id,
        number: 1,
        title: data.title,
        data: toJson(data),
        saved_at: at,
        ...datesOf(data),
      })
      .execute()
    await putIntoSearch(db, id, { ...entry, data }, now)
    await raiseContentVersion(db, now)
    return id
  })
}

async function putIntoSearch(db: Db, id: string, entry: NewEntry, now: Date) {
  const found = searchTextOf(entry)
  if (!found) return
  await putSearchEntry(db, {
    subject: 'entry',
    subjectId: id,
    sampleAt: entry.sample ? now.getTime() : null,
    ...found,
  })
}

/** Takes every invented entry off the site, for good. */
export function removeSampleEntries(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const samples = await db.selectFrom('entry').select('id').where('sample_at', 'is not', null).execute()
    for (const { id } of samples) await removeSearchEntry(db, 'entry', id)
    // Children first: a recipient names its award.
    await db
      .deleteFrom('entry')
      .where('sample_at', 'is not', null)
      .where('parent_id', 'is not', null)
      .execute()
    await db.deleteFrom('entry').where('sample_at', 'is not', null).execute()
    await raiseContentVersion(db, now)
    return samples.length
  })
}
