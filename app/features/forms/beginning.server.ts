import type { Db, ProcessName } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { claimTry } from '#features/staff/throttle.server.ts'
import { beginDraft } from './drafts.server.ts'

/** Begins a form for somebody of a network. Counted and begun together: who is not served has not used up a try. */
export function beginCounted(
  db: Db,
  form: ProcessName,
  network: string,
  now: Date,
): Promise<Outcome<'too-many', { token: string }>> {
  return inTransaction(db, async (db) => {
    const claimed = await claimTry(db, 'form-begun', network, now)
    if (!claimed.ok) return { ok: false, reason: 'too-many' }
    return { ok: true, token: await beginDraft(db, form, now) }
  })
}
