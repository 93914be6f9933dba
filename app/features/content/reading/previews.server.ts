import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import type { RenderPage } from '#server/http/context.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { pageOfCall } from '#features/content/kinds/call.ts'
import { entryAddress } from '#features/content/addresses/addresses.ts'
import { findGaps, type Draft } from '#features/content/entry/drafts.ts'
import { publishEntry } from '#features/content/entry/publishing.server.ts'
import type { Data, Kind } from '#features/content/kinds/kinds.ts'
import {
  insertVersion,
  lockEntry,
  readHead,
  titleOf,
  type LockedEntry,
} from '#features/content/entry/versions.server.ts'

/** An entry as it would be published, for staff and for anyone with a secret link. */

const linkDays = 7

/** Makes a link that shows the newest version to anyone who has it, for a week. */
export function makePreviewLink(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found', { token: string; expiresAt: number }>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    if (!entry || actor.kind !== 'staff') return { ok: false, reason: 'not-found' }
    const token = newToken()
    const expiresAt = now.getTime() + linkDays * dayMs
    await db
      .insertInto('preview_link')
      .values({
        token_hash: hashToken(token),
        entry_id: id,
        made_by: actor.id,
        expires_at: expiresAt,
        created_at: now.getTime(),
      })
      .execute()
    await record(db, actor, 'entry.preview-shared', `entry:${id}`, { title: await titleOf(db, entry) }, now)
    return { ok: true, token, expiresAt }
  })
}

/** Revokes every preview link of the entry. */
export function endPreviewLinks(db: Db, actor: Actor, id: string, now: Date): Promise<Outcome<'not-found'>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    if (!entry) return { ok: false, reason: 'not-found' }
    await db.deleteFrom('preview_link').where('entry_id', '=', id).execute()
    await record(db, actor, 'entry.preview-ended', `entry:${id}`, { title: await titleOf(db, entry) }, now)
    return { ok: true }
  })
}

export async function findPreviewed(db: Db, token: string, now: Date): Promise<string | undefined> {
  const row = await openLinks(db, now)
    .select('entry_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.entry_id
}

export async function countPreviewLinks(db: Db, id: string, now: Date): Promise<number> {
  const row = await openLinks(db, now)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('entry_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.count
}

/** A link grants no more than its maker's rights. */
function openLinks(db: Db, now: Date) {
  return db
    .selectFrom('preview_link')
    .innerJoin('staff_user', 'staff_user.id', 'preview_link.made_by')
    .where('staff_user.state', '=', 'active')
    .where('preview_link.expires_at', '>', now.getTime())
}

export async function clearPreviewLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('preview_link').where('expires_at', '<=', now.getTime()).execute()
}

export type PreviewOutcome =
  | { ok: true; page: Response }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'incomplete'; gaps: Record<string, string> }

/**
 * Publishes the newest version, or what someone has typed since, renders its page and rolls everything back: the preview
 * is what would be published, by the same code.
 */
export async function previewEntry(
  db: Db,
  id: string,
  now: Date,
  renderPage: RenderPage,
  typed?: Draft,
): Promise<PreviewOutcome> {
  let seen: PreviewOutcome | undefined
  await inTransaction(db, async (db) => {
    seen = await renderPublished(db, id, now, renderPage, typed)
    throw takeBack
  }).catch((error: unknown) => {
    if (error !== takeBack) throw error
  })
  if (!seen) throw new Error(`The preview of entry ${id} was not rendered.`)
  return seen
}

const takeBack = new Error('Roll back the preview.')

async function renderPublished(
  db: Db,
  id: string,
  now: Date,
  renderPage: RenderPage,
  typed: Draft | undefined,
): Promise<PreviewOutcome> {
  const locked = await lockEntry(db, id)
  if (!locked || locked.state === 'binned') return { ok: false, reason: 'not-found' }
  const head = typed ?? (await readHead(db, locked))
  const gaps = findGaps(locked.kind, head)
  if (Object.keys(gaps).length > 0) return { ok: false, reason: 'incomplete', gaps }
  const entry = typed ? await withVersion(db, locked, typed, now) : locked
  await publishEntry(db, entry, head as Data, now)
  const rendered = await renderPage(db, await pathFor(db, entry, head as Data))
  // The whole page is read before the rollback.
  return { ok: true, page: new Response(await rendered.arrayBuffer(), rendered) }
}

/** The entry as if it were saved with this text. */
async function withVersion(db: Db, entry: LockedEntry, data: Draft, now: Date): Promise<LockedEntry> {
  const number = entry.head_version + 1
  await insertVersion(db, { entryId: entry.id, number, kind: entry.kind, data }, now)
  const saved = { head_version: number, state: 'draft', publish_at: null } as const
  await db.updateTable('entry').set(saved).where('id', '=', entry.id).execute()
  return { ...entry, ...saved }
}

/** Where visitors would find it: on its own page, or on the one that shows it. */
async function pathFor(db: Db, entry: { kind: Kind; slug: string; parent_id: string | null }, data: Data) {
  if ('closesAt' in data) return pageOfCall(data)
  const own = entryAddress(entry.kind, entry.slug)
  if (own) return own.replace(/#.*$/, '')
  if (entry.parent_id === null) return '/'
  const parent = await db
    .selectFrom('entry')
    .select('slug')
    .where('id', '=', entry.parent_id)
    .executeTakeFirstOrThrow()
  return `/awards/${parent.slug}`
}
