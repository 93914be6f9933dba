import { removedIfBinnedBefore } from '#features/erasures/bin.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { listBlocked } from './advice.server.ts'
import { lacksAdministrator } from './rights.server.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { publishEntry, setState, unpublishEntry } from './publishing.server.ts'
import { lockEntry, readHead, titleOf, type LockedEntry } from './versions.server.ts'

/** What the site does automatically when its time has come. */

/** Publishes and unpublishes what is due, each in its own transaction; returns how many it moved. */
export async function moveDue(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom('entry')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'scheduled'), eb('publish_at', '<=', now.getTime())]),
        eb('unpublish_at', '<=', now.getTime()),
      ]),
    )
    .limit(100)
    .execute()
  let moved = 0
  for (const { id } of due) if (await moveOneDue(db, id, now)) moved++
  return moved
}

/** The row is locked and checked again, so that only one of several processes moves it, once. */
function moveOneDue(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    if (!entry) return false
    if (entry.unpublish_at !== null && entry.unpublish_at <= now.getTime()) return endOne(db, entry, now)
    if (entry.state !== 'scheduled' || entry.publish_at! > now.getTime()) return false

    const head = await readHead(db, entry)
    const subject = `entry:${id}`
    const gaps = await listBlocked(db, entry.kind, head)
    if (gaps.length === 0 && !(await lacksAdministrator(db, entry))) {
      await publishEntry(db, entry, head as Data, now)
      await record(db, system, 'entry.published', subject, { title: head.title ?? '' }, now)
    } else {
      // Someone may have emptied a field since, or lost the right to publish it; then people decide.
      await setState(db, entry, { state: 'in_review' }, now)
      await record(db, system, 'entry.held-back', subject, { title: head.title ?? '', gaps }, now)
    }
    return true
  })
}

async function endOne(db: Db, entry: LockedEntry, now: Date): Promise<boolean> {
  if (entry.live_version === null) {
    await db.updateTable('entry').set({ unpublish_at: null }).where('id', '=', entry.id).execute()
    return false
  }
  await setState(db, entry, { state: 'archived' }, now)
  await unpublishEntry(db, entry, now)
  const title = await titleOf(db, entry)
  await record(db, system, 'entry.archived', `entry:${entry.id}`, { title }, now)
  return true
}

/** Permanently removes what was deleted thirty days ago. */
export function emptyBin(db: Db, now: Date): Promise<number> {
  const before = removedIfBinnedBefore(now)
  return inTransaction(db, async (db) => {
    const old = await db
      .selectFrom('entry')
      .select(['id', 'head_version'])
      .where('binned_at', '<', before)
      .execute()
    for (const entry of old) await removeForGood(db, entry, now)
    return old.length
  })
}

async function removeForGood(db: Db, entry: { id: string; head_version: number }, now: Date) {
  const { id } = entry
  const title = await titleOf(db, entry)
  await db.updateTable('entry').set({ parent_id: null }).where('parent_id', '=', id).execute()
  await db.deleteFrom('entry').where('id', '=', id).execute()
  await record(db, system, 'entry.removed', `entry:${id}`, { title }, now)
}
