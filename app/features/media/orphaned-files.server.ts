import { removedIfBinnedBefore } from '#features/erasures/bin.ts'
import { dayMs } from '#office-time.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { FileStore } from '#server/files/files.server.ts'

/** Records bytes that a row no longer names. They stay for a day, for pages that are open in a browser. */
export async function leaveBytes(
  db: Db,
  { sha256, format, bytes }: Pick<Tables['leftover'], 'sha256' | 'format' | 'bytes'>,
  now: Date,
  retentionMs = dayMs,
) {
  const remove_at = now.getTime() + retentionMs
  await db
    .insertInto('leftover')
    .values({ sha256, format, bytes, remove_at })
    .onConflict((conflict) => conflict.columns(['sha256', 'format']).doUpdateSet({ remove_at }))
    .execute()
}

/** Records the bytes of all files, for callers that are about to delete every row. */
export async function leaveAllBytes(db: Db, now: Date): Promise<void> {
  for (const table of ['file', 'earlier_file'] as const)
    for (const bytes of await db.selectFrom(table).select(['sha256', 'bytes']).execute())
      await leaveBytes(db, { ...bytes, format: 'none' }, now)
  const variants = await db.selectFrom('picture_variant').select(['sha256', 'format', 'bytes']).execute()
  for (const bytes of variants) await leaveBytes(db, bytes, now)
}

/** Which of these bytes some row names. */
export async function listNamedHashes(db: Db, among: string[]) {
  const named = new Set<string>()
  if (among.length === 0) return named
  for (const table of ['file', 'picture_variant', 'earlier_file'] as const) {
    const rows = await db.selectFrom(table).select('sha256').where('sha256', 'in', among).execute()
    for (const { sha256 } of rows) named.add(sha256)
  }
  return named
}

/**
 * Permanently removes what was deleted thirty days ago, unless an older version of an entry still names it, and what was
 * replaced as long ago; then removes bytes that nothing names.
 */
export async function clearFiles(db: Db, files: FileStore, now: Date): Promise<void> {
  await forgetOld(db, now)
  await removeOrphanedFiles(db, files, now)
}

function forgetOld(db: Db, now: Date) {
  const before = removedIfBinnedBefore(now)
  return inTransaction(db, async (db) => {
    const earlier = await db
      .selectFrom('earlier_file')
      .select(['id', 'sha256', 'bytes'])
      .where('replaced_at', '<', before)
      .execute()
    for (const { id, ...bytes } of earlier) {
      await leaveBytes(db, { ...bytes, format: 'none' }, now)
      await db.deleteFrom('earlier_file').where('id', '=', id).execute()
    }
    for (const { id } of await listForgettable(db, before)) await forgetFile(db, id, now)
  })
}

function listForgettable(db: Db, before: number) {
  return db
    .selectFrom('file')
    .select('id')
    .where('removed_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('entry_version_ref')
            .select('entry_id')
            .where('kind', '=', 'file')
            .whereRef('target', '=', 'file.id'),
        ),
      ),
    )
    .execute()
}

/** Permanently removes a file from the library; from now on no address shows it. */
export async function forgetFile(db: Db, id: string, now: Date, isHidden = false) {
  const own = await db.selectFrom('file').select(['sha256', 'bytes']).where('id', '=', id).execute()
  const earlier = await db
    .selectFrom('earlier_file')
    .select(['sha256', 'bytes'])
    .where('file_id', '=', id)
    .execute()
  const variants = await db
    .selectFrom('picture_variant')
    .select(['sha256', 'format', 'bytes'])
    .where('file_id', '=', id)
    .execute()
  const retentionMs = isHidden ? 0 : dayMs
  for (const bytes of [...own, ...earlier])
    await leaveBytes(db, { ...bytes, format: 'none' }, now, retentionMs)
  for (const { format, ...bytes } of variants)
    await leaveBytes(db, { ...bytes, format: isHidden ? 'none' : format }, now, retentionMs)
  await db.deleteFrom('file').where('id', '=', id).execute()
}

/** Under the lock that every writer of references takes too, so that no bytes are named while they are removed. */
function removeOrphanedFiles(db: Db, files: FileStore, now: Date) {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'files')
    const due = await db
      .selectFrom('leftover')
      .select('sha256')
      .where('remove_at', '<', now.getTime())
      .limit(500)
      .execute()
    const hashes = [...new Set(due.map(({ sha256 }) => sha256))]
    const named = await listNamedHashes(db, hashes)
    for (const sha256 of hashes) {
      const isWaited = await db
        .selectFrom('leftover')
        .select('sha256')
        .where('sha256', '=', sha256)
        .where('remove_at', '>=', now.getTime())
        .executeTakeFirst()
      if (!named.has(sha256) && !isWaited) await files.remove(sha256)
      await db
        .deleteFrom('leftover')
        .where('sha256', '=', sha256)
        .where('remove_at', '<', now.getTime())
        .execute()
    }
  })
}
