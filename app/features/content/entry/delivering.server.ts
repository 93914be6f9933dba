import { newId } from '#db/engine/id.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Kind } from '#features/content/kinds/kinds.ts'
import type { Draft } from './drafts.ts'
import { insertVersion } from './versions.server.ts'

/** Adds a draft that comes with the site. Like other starter content it is not an act of anyone. */
export async function deliverDraft<K extends Kind>(
  db: Db,
  { kind, slug, data }: { kind: K; slug: string; data: Draft<K> },
  now: Date,
): Promise<void> {
  const id = newId()
  const at = now.getTime()
  await db
    .insertInto('entry')
    .values({
      ...{ id, kind, slug, position: 0, state: 'draft', head_version: 1, live_version: null },
      ...{ created_at: at, updated_at: at },
    })
    .execute()
  await insertVersion(db, { entryId: id, number: 1, kind, data }, now)
}
