import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { ExportAnswers, OpenExportAnswers } from './form.ts'

/** Lists that can be exported as a file. */
export type ExportedList =
  | 'people'
  | 'people-import'
  | 'staff'
  | 'audit'
  | 'mail'
  | 'content'
  | 'media'
  | 'links'
  | 'newsletter'
  | 'statistics'
  | 'cases'

/** Records an export before its first row is sent; `subject` is the list, unless it is about one thing. */
export function noteExport(
  db: Db,
  actor: Actor,
  list: ExportedList,
  answers: ExportAnswers | OpenExportAnswers,
  { subject = list, ...what }: { count: number; filter: object; subject?: string },
  now: Date,
): Promise<void> {
  return inTransaction(db, (db) =>
    record(db, actor, `${list}.exported`, subject, { ...answers, ...what }, now),
  )
}
