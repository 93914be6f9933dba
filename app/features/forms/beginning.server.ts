import type { Db, ProcessName } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { claimTry, hiddenAddress } from '#features/staff/throttle.server.ts'
import { leastDraftBytes } from './draft-rows.server.ts'
import { beginDraft } from './drafts.server.ts'
import { findNoRoom, type NoRoom } from './storage-quota.server.ts'

/** Begins a form for somebody of a network. Counted and begun together: who is not served has not used up a try. */
export function beginCounted(
  db: Db,
  form: ProcessName,
  network: string,
  now: Date,
): Promise<Outcome<'too-many' | NoRoom, { token: string }>> {
  return inTransaction(db, async (db) => {
    const claimed = await claimTry(db, 'form-begun', network, now)
    if (!claimed.ok) return { ok: false, reason: 'too-many' }
    const hidden = hiddenAddress(network)
    const noRoom = await findNoRoom(db, hidden, leastDraftBytes, now)
    if (noRoom) return { ok: false, reason: noRoom }
    return { ok: true, token: await beginDraft(db, form, now, undefined, hidden) }
  })
}
