import { lockWork } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'

/** Reads the content version and then writes it one higher: the pattern that loses writes if locks fail. */
export function addOne(db: Db): Promise<void> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'starter')
    const { version } = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()
    await db
      .updateTable('content_version')
      .set({ version: version + 1 })
      .execute()
  })
}
