import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Db } from '#db/schema/tables.ts'

/** An import under way raises the version of the content once a second, so after this long nobody will. */
const lateMs = 30_000

/**
 * Shows people on public pages whose import, or its undoing, stopped before it raised the version of the content: its
 * process was killed or hung, and nobody has continued its work yet, or the work was given up.
 */
export async function showLateImports(db: Db, now: Date): Promise<void> {
  const late = await db
    .selectFrom('people_import')
    .innerJoin('content_version', (join) =>
      join.onRef('people_import.updated_at', '>', 'content_version.changed_at'),
    )
    .select('people_import.id')
    .where('people_import.state', 'in', ['running', 'undoing'])
    .where('people_import.updated_at', '<', now.getTime() - lateMs)
    .limit(1)
    .executeTakeFirst()
  if (late) await inTransaction(db, (db) => raiseContentVersion(db, now))
}
