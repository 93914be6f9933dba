import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#outcome.ts'
import { shownHashOf } from '#server/input/shown-hash.server.ts'
import type { Undoable } from '#server/input/shown-hash.ts'
import { beginEntry, saveEntry } from './operations.server.ts'
import { movedParts } from './publishing.server.ts'
import { lockEntry, readHead } from './versions.server.ts'

const maxTitleLength = 300

/**
 * Starts a draft with what the newest version of another entry says. Returns the hash that refuses Undo if someone has
 * moved the draft since.
 */
export function duplicateEntry(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found', { id: string; version: number } & Undoable>> {
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
    const shownHash = shownHashOf(movedParts({ state: 'draft', publish_at: null }))
    return { ok: true, id: started.id, version: saved.version, shownHash }
  })
}
