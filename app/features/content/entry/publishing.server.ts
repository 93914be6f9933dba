import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { isFixed } from '#features/content/addresses/slugs.ts'
import { hideFromSearch, showInSearch, type LockedEntry } from './versions.server.ts'

/** Publishes and unpublishes entries. The calling operations have checked the workflow. */

export function statusOf(entry: Pick<LockedEntry, 'kind' | 'slug' | 'state' | 'live_version'>) {
  return {
    state: entry.state,
    isLive: entry.live_version !== null,
    isFixed: isFixed(entry.kind, entry.slug),
  }
}

/** What every move changes, for its Undo: the status, and when the entry will be published. */
export function movedParts({ state, publish_at }: Pick<LockedEntry, 'state' | 'publish_at'>) {
  return { state, publish_at }
}

/** Visitors see the newest version from now on. The day of the first publication stays. */
export async function publishEntry(db: Db, entry: LockedEntry, data: Data, now: Date) {
  await db
    .updateTable('entry')
    .set({
      state: 'published',
      live_version: entry.head_version,
      published_at: entry.published_at ?? now.getTime(),
      publish_at: null,
      // An end in the past was meant for an earlier publication.
      ...(entry.unpublish_at !== null && entry.unpublish_at <= now.getTime() && { unpublish_at: null }),
    })
    .where('id', '=', entry.id)
    .execute()
  await showPublished(db, entry, data, now)
}

/** The search and the stored pages follow what visitors see. */
export async function showPublished(db: Db, entry: LockedEntry, data: Data, now: Date) {
  const parent = await readParent(db, entry)
  await showInSearch(db, { ...entry, ...(parent && { parent }), sampleAt: entry.sample_at, data })
  await raiseContentVersion(db, now)
}

export async function unpublishEntry(db: Db, { id }: LockedEntry, now: Date) {
  await hideFromSearch(db, id)
  await raiseContentVersion(db, now)
}

export function setState(
  db: Db,
  entry: LockedEntry,
  { state, at }: { state: LockedEntry['state']; at?: Date | undefined },
  now: Date,
) {
  const isHidden = state === 'archived' || state === 'binned'
  return db
    .updateTable('entry')
    .set({
      state,
      publish_at: state === 'scheduled' ? (at?.getTime() ?? null) : null,
      binned_at: state === 'binned' ? now.getTime() : null,
      ...(isHidden && { live_version: null, unpublish_at: null }),
    })
    .where('id', '=', entry.id)
    .execute()
}

function readParent(db: Db, { parent_id }: LockedEntry) {
  return parent_id === null
    ? undefined
    : db.selectFrom('entry').select('slug').where('id', '=', parent_id).executeTakeFirst()
}
