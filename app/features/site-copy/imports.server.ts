import { dayMs } from '#office-time.ts'
import { fromJson, toJson } from '#db/engine/json.ts'
import { lockRows, lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { record } from '#features/audit/operations.server.ts'
import { findUpload } from '#features/media/uploads.server.ts'
import type { Outcome } from '#outcome.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { openChunkStore } from '#server/files/chunks.server.ts'
import type { StoreLocation } from '#server/files/stores.server.ts'
import { listObstacles } from './empty.server.ts'
import { checkImportJob, runImportJob } from './jobs.ts'

/**
 * A copy uploaded to a running site: it arrives in chunks like any file, a job checks it, an administrator approves it,
 * and another job imports it.
 */

export const maxCopyBytes = 50_000_000_000

/** Takes a complete upload and queues its check. A repeated call returns the same answer. */
export function beginSiteImport(
  db: Db,
  actor: Actor,
  uploadId: string,
  now: Date,
): Promise<Outcome<'not-found' | 'not-whole' | 'under-way', { id: string }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'files')
    const imports = db.selectFrom('site_import').select('id')
    if (await imports.where('id', '=', uploadId).executeTakeFirst()) return { ok: true, id: uploadId }
    const upload = await findUpload(db, actor, uploadId)
    if (!upload) return { ok: false, reason: 'not-found' }
    if (upload.received !== upload.bytes || upload.file_id) return { ok: false, reason: 'not-whole' }
    if (await imports.where('ended_at', 'is', null).executeTakeFirst())
      return { ok: false, reason: 'under-way' }
    const { id, name, bytes } = upload
    const at = now.getTime()
    await db.deleteFrom('upload').where('id', '=', id).execute()
    await db
      .insertInto('site_import')
      .values({
        ...{ id, name, bytes, state: 'checking', actor: toJson(actor) },
        ...{ done_count: 0, total_count: 0, created_at: at, updated_at: at },
      })
      .execute()
    await queueJob(db, checkImportJob, { importId: id }, now)
    await record(db, actor, 'site.import-begun', 'site', { file: name }, now)
    return { ok: true, id }
  })
}

/** Queues the import of a checked copy. */
export function startSiteImport(
  db: Db,
  words: ObstacleWords,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found' | 'not-ready' | 'not-empty'>> {
  return inTransaction(db, async (db) => {
    const found = await lockImport(db, id)
    if (!found) return { ok: false, reason: 'not-found' }
    if (found.state !== 'checked') return { ok: false, reason: 'not-ready' }
    if ((await listObstacles(db, words)).length > 0) return { ok: false, reason: 'not-empty' }
    const fresh = { done_count: 0, problem: null, busy_until: null }
    await db
      .updateTable('site_import')
      .set({ state: 'running', actor: toJson(actor), ...fresh, updated_at: now.getTime() })
      .where('id', '=', id)
      .execute()
    await queueJob(db, runImportJob, { importId: id }, now)
    await record(db, actor, 'site.import-started', 'site', { file: found.name }, now)
    return { ok: true }
  })
}

/** Discards a copy that nobody is working on. */
export async function discardSiteImport(
  db: Db,
  stores: StoreLocation,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found' | 'under-way'>> {
  const outcome = await inTransaction(db, async (db): Promise<Outcome<'not-found' | 'under-way'>> => {
    const found = await lockImport(db, id)
    if (!found) return { ok: false, reason: 'not-found' }
    if (found.state === 'checking' || found.state === 'running') return { ok: false, reason: 'under-way' }
    await db.deleteFrom('site_import').where('id', '=', id).execute()
    await record(db, actor, 'site.import-discarded', 'site', { file: found.name }, now)
    return { ok: true }
  })
  if (outcome.ok) await openChunkStore(stores).remove(id)
  return outcome
}

function lockImport(db: Db, id: string) {
  return db
    .selectFrom('site_import')
    .select(['state', 'name'])
    .where('id', '=', id)
    .$call(lockRows(db))
    .executeTakeFirst()
}

const retentionMs = dayMs

/** Removes copies after a day, unless someone is working on them. */
export async function clearSiteImports(db: Db, stores: StoreLocation, now: Date): Promise<void> {
  const at = now.getTime()
  const old = await db
    .selectFrom('site_import')
    .select('id')
    .where('updated_at', '<', at - retentionMs)
    .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<', at)]))
    .execute()
  for (const { id } of old) {
    await openChunkStore(stores).remove(id)
    await db.deleteFrom('site_import').where('id', '=', id).execute()
  }
}

/** Who approved the import. */
export function actorIn(row: { actor: string }): Actor {
  return fromJson<Actor>(row.actor)
}
