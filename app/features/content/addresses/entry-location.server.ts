import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { entryAddress } from './addresses.ts'
import { leaveRedirect } from './redirects.server.ts'
import { rightsOf } from '#features/content/entry/rights.server.ts'
import { isFixed, isReserved, isSlug } from './slugs.ts'
import { lockEntry, titleOf, type LockedEntry } from '#features/content/entry/versions.server.ts'
import { mayRelocate } from '#features/content/entry/workflow.ts'
import { mayPublish } from '#features/settings/rights.ts'

/** Where an entry is found: its address, its place in lists, and until when. */

export type AddressRefusal = 'not-found' | 'fixed-address' | 'for-administrators' | 'not-a-slug' | 'taken'

/** Gives an entry another address. The old one of something published leads to the new one from now on. */
export function changeAddress(
  db: Db,
  actor: Actor,
  { id, slug }: { id: string; slug: string },
  now: Date,
): Promise<Outcome<AddressRefusal>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    const who = await rightsOf(db, actor)
    if (!entry || !who) return { ok: false, reason: 'not-found' }
    if (entry.slug === slug) return { ok: true }
    if (isFixed(entry.kind, entry.slug)) return { ok: false, reason: 'fixed-address' }
    if (!mayRelocate({ state: entry.state, isLive: entry.live_version !== null }, who))
      return { ok: false, reason: 'for-administrators' }
    if (!isSlug(slug)) return { ok: false, reason: 'not-a-slug' }
    if (isFixed(entry.kind, slug) || isReserved(entry.kind, slug) || (await isTaken(db, entry, slug)))
      return { ok: false, reason: 'taken' }

    await db.updateTable('entry').set({ slug, updated_at: now.getTime() }).where('id', '=', id).execute()
    if (entry.live_version !== null) await moveOnSite(db, entry, slug, now)
    const changes = { slug: [entry.slug, slug] as [string, string] }
    await record(
      db,
      actor,
      'entry.address-changed',
      `entry:${id}`,
      { title: await titleOf(db, entry), changes },
      now,
    )
    return { ok: true }
  })
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

/** What the search knows to be on the page, such as the recipients of an award, moves along. */
async function moveOnSite(db: Db, entry: LockedEntry, slug: string, now: Date) {
  const from = entryAddress(entry.kind, entry.slug)
  const to = entryAddress(entry.kind, slug)
  if (from && to) {
    await db.updateTable('search_entry').set({ href: to }).where('href', '=', from).execute()
    if (!from.includes('#')) await leaveRedirect(db, from, to, now)
  }
  await raiseContentVersion(db, now)
}

export interface EntryLocation {
  id: string
  /** Smaller numbers stand first in lists that staff order. */
  position: number
  /** When to take it off the site, if ever. */
  until: Date | undefined
}

export function relocateEntry(
  db: Db,
  actor: Actor,
  { id, position, until }: EntryLocation,
  now: Date,
): Promise<Outcome<'not-found' | 'for-administrators' | 'in-the-past' | 'fixed-address'>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    const who = await rightsOf(db, actor)
    if (!entry || !who) return { ok: false, reason: 'not-found' }
    if (!mayRelocate({ state: entry.state, isLive: entry.live_version !== null }, who))
      return { ok: false, reason: 'for-administrators' }
    if (until && isFixed(entry.kind, entry.slug)) return { ok: false, reason: 'fixed-address' }
    if (until && until <= now) return { ok: false, reason: 'in-the-past' }

    const unpublish_at = until?.getTime() ?? null
    await db.updateTable('entry').set({ position, unpublish_at }).where('id', '=', id).execute()
    if (entry.live_version !== null) await raiseContentVersion(db, now)
    const changes = {
      position: [entry.position, position] as [number, number],
      until: [entry.unpublish_at, unpublish_at] as [number | null, number | null],
    }
    await record(db, actor, 'entry.placed', `entry:${id}`, { title: await titleOf(db, entry), changes }, now)
    return { ok: true }
  })
}

/** Says that an invented entry has become a true one: it loses its mark and stays when the samples go. */
export function adoptEntry(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found' | 'for-administrators'>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    const who = await rightsOf(db, actor)
    if (!entry || !who) return { ok: false, reason: 'not-found' }
    if (!mayPublish(who)) return { ok: false, reason: 'for-administrators' }

    await db.updateTable('entry').set({ sample_at: null }).where('id', '=', id).execute()
    await db
      .updateTable('search_entry')
      .set({ sample_at: null })
      .where('subject', '=', 'entry')
      .where('subject_id', '=', id)
      .execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'entry.adopted', `entry:${id}`, { title: await titleOf(db, entry) }, now)
    return { ok: true }
  })
}
