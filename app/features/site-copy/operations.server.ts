import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { makeCopyJob } from './jobs.ts'

/** The whole site for import elsewhere, or the public pages to be read without a server. */
export type CopyKind = Tables['site_copy']['kind']

const retentionMs = dayMs
const silentMs = 10 * 60_000

/** Where the file of a finished copy is. */
export function copyFile(dataDir: string, id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`This is not the id of a copy: ${id}`)
  return join(dataDir, 'copies', `${id}.zip`)
}

/** Queues a copy, unless one of the kind is being made. */
export function beginCopy(
  db: Db,
  actor: Actor,
  kind: CopyKind,
  now: Date,
): Promise<Outcome<'under-way', { id: string }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'files')
    const open = db.selectFrom('site_copy').select('id').where('kind', '=', kind)
    if (await open.where('ended_at', 'is', null).executeTakeFirst()) return { ok: false, reason: 'under-way' }
    const id = newId()
    const at = now.getTime()
    await db
      .insertInto('site_copy')
      .values({ id, kind, state: 'waiting', done_count: 0, total_count: 0, created_at: at, updated_at: at })
      .execute()
    await queueJob(db, makeCopyJob, { copyId: id }, now)
    await record(db, actor, 'site.copy-begun', 'site', { kind }, now)
    return { ok: true, id }
  })
}

/** Whoever makes it notices within a second. */
export function cancelCopy(db: Db, actor: Actor, id: string, now: Date): Promise<Outcome<'not-under-way'>> {
  return inTransaction(db, async (db) => {
    const at = now.getTime()
    const cancelled = await db
      .updateTable('site_copy')
      .set({ state: 'failed', problem: 'Cancelled.', updated_at: at, ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('kind')
      .executeTakeFirst()
    if (!cancelled) return { ok: false, reason: 'not-under-way' }
    await record(db, actor, 'site.copy-cancelled', 'site', { kind: cancelled.kind }, now)
    return { ok: true }
  })
}

/** Records the export of the site before it happens. */
export function noteCopy(db: Db, actor: Actor, kind: CopyKind, now: Date): Promise<void> {
  return inTransaction(db, (db) => record(db, actor, 'site.exported', 'site', { kind }, now))
}

/** Removes copies after a day, and marks those whose process has ended as failed. */
export async function clearCopies(db: Db, dataDir: string, now: Date): Promise<void> {
  const at = now.getTime()
  await db
    .updateTable('site_copy')
    .set({ state: 'failed', problem: 'The site was stopped in the meantime.', ended_at: at })
    .where('ended_at', 'is', null)
    .where('updated_at', '<', at - silentMs)
    .execute()
  const old = await db
    .selectFrom('site_copy')
    .select('id')
    .where('ended_at', '<', at - retentionMs)
    .execute()
  for (const { id } of old) {
    await rm(copyFile(dataDir, id), { force: true })
    await db.deleteFrom('site_copy').where('id', '=', id).execute()
  }
}
