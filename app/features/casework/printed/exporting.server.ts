import type { StaffActor } from '#features/audit/actor.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { viewCase } from '#features/casework/case-view.ts'
import { readCase } from '#features/casework/reading.server.ts'
import { printedCase } from './printed-case.ts'

/** A whole case for paper, for the same readers as its page. Recorded as an export, because it leaves the site. */
export function exportCase(db: Db, actor: StaffActor, reference: string, format: 'paper' | 'pdf', now: Date) {
  return inTransaction(db, async (db) => {
    const read = await readCase(db, actor, reference, now)
    if (!read) return undefined
    const settings = await readSettings(db)
    const view = viewCase(read, settings, actor.role, now)
    await record(db, actor, 'case.exported', `case:${reference}`, { format }, now)
    return {
      ...{ reference, title: view.title, name: view.name, receivedAt: view.receivedAt },
      societyName: settings.societyName,
      parts: printedCase(view),
    }
  })
}
