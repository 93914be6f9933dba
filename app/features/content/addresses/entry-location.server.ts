import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { entryAddress } from './addresses.ts'
import { leaveRedirect } from './redirects.server.ts'
import { rightsFor, rightsOf } from '#features/content/entry/rights.server.ts'
import { isFixed, isReserved, isSlug } from './slugs.ts'
import {
  lockEntry,
  readData,
  showInSearch,
  titleOf,
  type LockedEntry,
} from '#features/content/entry/versions.server.ts'
import { mayRelocate } from '#features/content/entry/workflow.ts'
import { mayPublish } from '#features/settings/rights.ts'

/** Where an entry is found: its address, its position in lists, and until when. */

/** Omitted fields stay as they are. */
export interface EntryLocation extends Undoing {
  id: string
  slug?: string
  order?: Order
  /** Marks a sample entry as real: it loses its mark and stays when the samples are removed. */
  adopt?: boolean
}

interface Order {
  /** Smaller numbers come first in lists that staff order. */
  position: number
  /** When to unpublish it, if ever. */
  until: Date | undefined
}

interface LocationBefore {
  slug: string
  position: number
  until: number | null
}

type Rights = NonNullable<Awaited<ReturnType<typeof rightsOf>>>

export type RelocationRefusal =
  | 'not-found'
  | 'conflict'
  | 'fixed-address'
  | 'for-administrators'
  | 'not-a-slug'
  | 'taken'
  | 'in-the-past'

/**
 * Saves everything in the form, or nothing. From now on the old address of something published redirects to the new
 * one. Returns where it was before, and the hash that refuses Undo if someone has moved it since.
 */
export function relocateEntry(
  db: Db,
  actor: Actor,
  location: EntryLocation,
  now: Date,
): Promise<Outcome<RelocationRefusal, { before: LocationBefore } & Undoable>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, location.id)
    const who = await rightsOf(db, actor)
    if (!entry || !who) return { ok: false, reason: 'not-found' }
    const before = { slug: entry.slug, position: entry.position, until: entry.unpublish_at }
    if (!isStillShown(location.shownHash, before)) return { ok: false, reason: 'conflict' }
    const reason = await refusalOf(db, entry, await rightsFor(db, who, entry), location, now)
    if (reason) return { ok: false, reason }

    const { slug = entry.slug, order } = location
    if (slug !== entry.slug) await changeAddress(db, actor, entry, slug, now)
    if (order) await changeOrder(db, actor, entry, order, now)
    if (location.adopt) await adopt(db, actor, { ...entry, slug }, now)
    const until = order ? (order.until?.getTime() ?? null) : before.until
    const after = { slug, position: order?.position ?? before.position, until }
    return { ok: true, before, shownHash: shownHashOf(after) }
  })
}

async function refusalOf(
  db: Db,
  entry: LockedEntry,
  who: Rights,
  { slug = entry.slug, order, adopt }: EntryLocation,
  now: Date,
): Promise<RelocationRefusal | undefined> {
  const isMoved = slug !== entry.slug
  if (isMoved && isFixed(entry.kind, entry.slug)) return 'fixed-address'
  const isAllowed = mayRelocate({ state: entry.state, isLive: entry.live_version !== null }, who)
  if ((isMoved || order) && !isAllowed) return 'for-administrators'
  if (isMoved && !isSlug(slug)) return 'not-a-slug'
  if (
    isMoved &&
    (isFixed(entry.kind, slug) || isReserved(entry.kind, slug) || (await isTaken(db, entry, slug)))
  )
    return 'taken'
  if (order?.until && isFixed(entry.kind, entry.slug)) return 'fixed-address'
  if (order?.until && order.until <= now) return 'in-the-past'
  if (adopt && !mayPublish(who)) return 'for-administrators'
  return undefined
}

async function changeAddress(db: Db, actor: Actor, entry: LockedEntry, slug: string, now: Date) {
  const { id } = entry
  await db.updateTable('entry').set({ slug, updated_at: now.getTime() }).where('id', '=', id).execute()
  if (entry.live_version !== null) await moveOnSite(db, entry, slug, now)
  const changes = { slug: [entry.slug, slug] as [string, string] }
  const title = await titleOf(db, entry)
  await record(db, actor, 'entry.address-changed', `entry:${id}`, { title, changes }, now)
}

async function changeOrder(db: Db, actor: Actor, entry: LockedEntry, { position, until }: Order, now: Date) {
  const { id } = entry
  const unpublish_at = until?.getTime() ?? null
  await db.updateTable('entry').set({ position, unpublish_at }).where('id', '=', id).execute()
  if (entry.live_version !== null) await raiseContentVersion(db, now)
  const changes = {
    position: [entry.position, position] as [number, number],
    until: [entry.unpublish_at, unpublish_at] as [number | null, number | null],
  }
  await record(db, actor, 'entry.placed', `entry:${id}`, { title: await titleOf(db, entry), changes }, now)
}

async function adopt(db: Db, actor: Actor, entry: LockedEntry, now: Date) {
  const { id } = entry
  await db.updateTable('entry').set({ sample_at: null }).where('id', '=', id).execute()
  await db
    .updateTable('search_entry')
    .set({ sample_at: null })
    .where('subject', '=', 'entry')
    .where('subject_id', '=', id)
    .execute()
  await showArticles(db, { ...entry, sample_at: null })
  await raiseContentVersion(db, now)
  await record(db, actor, 'entry.adopted', `entry:${id}`, { title: await titleOf(db, entry) }, now)
}

async function isTaken(db: Db, { kind }: LockedEntry, slug: string) {
  const other = await db
    .selectFrom('entry')
    .select('id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return other !== undefined
}

/** What the search knows to be on the page, such as the recipients of an award, moves too. */
async function moveOnSite(db: Db, entry: LockedEntry, slug: string, now: Date) {
  const from = entryAddress(entry.kind, entry.slug)
  const to = entryAddress(entry.kind, slug)
  if (from && to) {
    await db.updateTable('search_entry').set({ href: to }).where('href', '=', from).execute()
    await showArticles(db, { ...entry, slug })
    if (!from.includes('#')) await leaveRedirect(db, from, to, now)
  }
  await raiseContentVersion(db, now)
}

/** The articles of an issue are found at their own addresses. */
async function showArticles(db: Db, entry: LockedEntry) {
  const { id, kind, live_version, sample_at: sampleAt } = entry
  if (kind !== 'newsletter' || live_version === null) return
  await showInSearch(db, { ...entry, sampleAt, data: (await readData(db, id, live_version)) as Data })
}
