import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'

/** The whole of it to be brought in elsewhere, or the public pages to be read without a server. */
export type CopyKind = 'archive' | 'static'

/** Writes down that the site leaves as a file, before it does. */
export function noteCopy(db: Db, actor: Actor, kind: CopyKind, now: Date): Promise<void> {
  return inTransaction(db, (db) => record(db, actor, 'site.exported', 'site', { kind }, now))
}
