import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { beginEntry, saveEntry } from './operations.server.ts'
import { lockEntry, readHead } from './versions.server.ts'

const maxTitleLength = 300

/** Starts a draft with what the newest version of another entry says. */
export function duplicateEntry(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found', { id: string; version: number }>> {
  return inTransaction(db, async (db) => {
    const entry = await lockEntry(db, id)
    if (!entry || entry.state === 'binned') return { ok: false, reason: 'not-found' }
    const data = await readHead(db, entry)
    const title = `Copy of ${data.title ?? ''}`.trim().slice(0, maxTitleLength)
    const { kind, parent_id } = entry
    const started = await beginEntry(db, actor, { kind, title, parentId: parent_id ?? undefined }, now)
    if (!started.ok) return { ok: false, reason: 'not-found' }
    const copy = { id: started.id, base: 1, data: { ...data, title }, note: 'A copy of another entry' }
    const saved = await saveEntry(db, actor, copy, now)
    if (!saved.ok) throw new Error(`The copy of entry ${id} was not saved: ${saved.reason}.`)
    return { ok: true, id: started.id, version: saved.version }
  })
}
