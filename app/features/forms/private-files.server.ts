import { dayMs } from '#office-time.ts'
import type { Db } from '#db/schema/tables.ts'
import type { FileStore } from '#server/files/files.server.ts'

/**
 * Removes sealed files that no row names: of discarded or expired forms, and of interrupted uploads. Each stays for a
 * day, because a file is on the disk before the row that names it. Returns how many.
 */
export async function clearPrivateFiles(db: Db, store: FileStore, now: Date): Promise<number> {
  let removed = 0
  for await (const { name, writtenAt } of store.list()) {
    if (writtenAt.getTime() > now.getTime() - dayMs || !/^[0-9a-f]{64}$/.test(name)) continue
    if (await isPrivateFileNamed(db, name)) continue
    await store.remove(name)
    removed++
  }
  return removed
}

/** Whether a form, a case or a request for another photograph names the file. */
export async function isPrivateFileNamed(db: Db, sha256: string): Promise<boolean> {
  for (const table of ['attachment', 'own_photograph'] as const) {
    const row = await db.selectFrom(table).select('sha256').where('sha256', '=', sha256).executeTakeFirst()
    if (row) return true
  }
  return false
}
