import type { Db, EntryState } from '#db/schema/tables.ts'
import type { StaffActor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { mayPublish, type Rights } from '#features/settings/rights.ts'
import type { Outcome } from '#outcome.ts'
import { shownHashOf } from '#server/input/shown-hash.server.ts'
import { listBlocked } from './advice.server.ts'
import type { Draft } from './drafts.ts'
import { showPublished, statusOf, unpublishEntry } from './publishing.server.ts'
import { rightsFor, rightsOf } from './rights.server.ts'
import { findVersion, lockEntry, titleOf, type LockedEntry } from './versions.server.ts'
import { refusalOf, type EntryMoveRefusal } from './workflow.ts'

/** The publication of a version is undone: visitors see the former one again, or nothing if there was none. */

/** What Undo needs: the version that visitors saw before, if any, and the hash of what the publication made. */
export interface Publication {
  live: number | undefined
  shownHash: string
}

/** The hash that refuses Undo once someone has changed, moved or published the entry again. */
export async function shownHashOfPublication(db: Db, id: string): Promise<string> {
  return shownHashOf(await readPublication(db, id))
}

export function readPublication(db: Db, id: string) {
  return db
    .selectFrom('entry')
    .select(['state', 'head_version', 'live_version', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type TakeBackRefusal = 'not-found' | 'conflict' | 'incomplete' | EntryMoveRefusal

interface TakeBack {
  id: string
  /** The version that visitors saw before. */
  live: number | undefined
  /** The state of the newest version before. */
  state: EntryState
}

/** The transaction is the caller's, who has checked that the entry is as the publication left it. */
export async function takeBackPublication(
  db: Db,
  actor: StaffActor,
  { id, live, state }: TakeBack,
  now: Date,
): Promise<Outcome<TakeBackRefusal>> {
  const entry = await lockEntry(db, id)
  const who = await rightsOf(db, actor)
  if (!entry || !who) return { ok: false, reason: 'not-found' }
  const former = live === undefined ? undefined : await findVersion(db, id, live)
  if (live !== undefined && !former) return { ok: false, reason: 'not-found' }
  const reason = await refusalOfTakingBack(db, entry, former, await rightsFor(db, who, entry, former))
  if (reason) return { ok: false, reason }

  const wasHidden = live === undefined
  await db
    .updateTable('entry')
    .set(({ eb, ref }) => ({
      state,
      live_version: live ?? null,
      // Without an earlier day it was published for the first time.
      ...(wasHidden && {
        published_at: eb
          .case()
          .when('published_at', '=', ref('updated_at'))
          .then(null)
          .else(ref('published_at'))
          .end(),
      }),
      updated_at: now.getTime(),
      updated_by: actor.id,
    }))
    .where('id', '=', id)
    .execute()
  if (former) await showPublished(db, entry, former as Data, now)
  else await unpublishEntry(db, entry, now)
  const details = { title: await titleOf(db, entry), ...(live !== undefined && { version: live }) }
  await record(db, actor, 'entry.publication-undone', `entry:${id}`, details, now)
  return { ok: true }
}

async function refusalOfTakingBack(
  db: Db,
  entry: LockedEntry,
  former: Draft | undefined,
  who: Rights,
): Promise<TakeBackRefusal | undefined> {
  if (entry.state !== 'published') return 'wrong-state'
  if (!former) return refusalOf('archive', statusOf(entry), who)
  if (!mayPublish(who)) return 'for-administrators'
  return (await listBlocked(db, entry.kind, former)).length > 0 ? 'incomplete' : undefined
}
