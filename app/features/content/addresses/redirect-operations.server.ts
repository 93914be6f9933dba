import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { isStillShown, shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable, Undoing } from '#server/input/shown-hash.ts'
import { listDeadPaths } from './paths.server.ts'
import { findRedirects, leaveRedirect } from './redirects.server.ts'
import { isReservedPath } from './redirects.ts'

/** Redirects that administrators see, create and remove by hand. */

export type AddRedirectRefusal = 'reserved' | 'in-use' | 'taken' | 'leads-nowhere' | 'same'

/**
 * Redirects an address without a page to a page. A target that is itself redirected is followed to its end. Returns the
 * hash that refuses Undo if the redirect leads elsewhere since.
 */
export function addRedirect(
  db: Db,
  actor: Actor,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<Outcome<AddRedirectRefusal, Undoable>> {
  return inTransaction(db, async (db) => {
    if (isReservedPath(from)) return { ok: false, reason: 'reserved' }
    const known = await findRedirects(db, [from, to])
    const target = known.get(to) ?? to
    if (from === target) return { ok: false, reason: 'same' }
    if (known.has(from)) return { ok: false, reason: 'taken' }
    const dead = await listDeadPaths(db, [from, target])
    if (!dead.has(from)) return { ok: false, reason: 'in-use' }
    if (dead.has(target)) return { ok: false, reason: 'leads-nowhere' }

    await leaveRedirect(db, from, target, now)
    await record(db, actor, 'redirect.added', 'redirects', { from, to: target }, now)
    await raiseContentVersion(db, now)
    return { ok: true, shownHash: shownHashOf(target) }
  })
}

/** Returns the target, so that the redirect can be added again. */
export function removeRedirect(
  db: Db,
  actor: Actor,
  { from, shownHash }: { from: string } & Undoing,
  now: Date,
): Promise<Outcome<'not-found' | 'conflict', { to: string }>> {
  return inTransaction(db, async (db) => {
    const found = await db
      .selectFrom('redirect')
      .select('to_path as to')
      .where('from_path', '=', from)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!found) return { ok: false, reason: 'not-found' }
    if (!isStillShown(shownHash, found.to)) return { ok: false, reason: 'conflict' }
    await db.deleteFrom('redirect').where('from_path', '=', from).execute()
    await record(db, actor, 'redirect.removed', 'redirects', { from, to: found.to }, now)
    await raiseContentVersion(db, now)
    return { ok: true, to: found.to }
  })
}

const pageSize = 50
const checkedAtOnce = 500

export interface Redirect {
  from: string
  to: string
  since: number
  /** No page is there. */
  isDead: boolean
}

/** A page of the former addresses, newest first. */
export async function listRedirects(db: Db, page: number) {
  const rows = await latest(db)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const total = await countRedirects(db)
  const redirects = await withDeath(db, rows)
  return { redirects, total, page, pageSize, pages: Math.max(1, Math.ceil(total / pageSize)) }
}

/** All of them in the same order, read a few hundred at a time. */
export async function* eachRedirect(db: Db): AsyncGenerator<Redirect> {
  const all = await latest(db).execute()
  for (let start = 0; start < all.length; start += checkedAtOnce)
    yield* await withDeath(db, all.slice(start, start + checkedAtOnce))
}

export async function countRedirects(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('redirect')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function latest(db: Db) {
  return db
    .selectFrom('redirect')
    .select(['from_path as from', 'to_path as to', 'created_at as since'])
    .orderBy('created_at', 'desc')
    .orderBy('from_path')
}

async function withDeath(db: Db, rows: Omit<Redirect, 'isDead'>[]): Promise<Redirect[]> {
  const dead = await listDeadPaths(
    db,
    rows.map(({ to }) => to),
  )
  return rows.map((row) => ({ ...row, isDead: dead.has(row.to) }))
}
