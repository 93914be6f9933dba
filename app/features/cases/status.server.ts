import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import { claimTry, hiddenAddress } from '#features/staff/throttle.server.ts'
import { networkOf } from '#server/client-address.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { askConfirmation } from './confirmations.server.ts'

/**
 * Mails the sender of a case a link to see how it stands. Whether reference and address belong together is told to
 * nobody: the answer is the same either way.
 */
export async function requestStatus(
  db: Db,
  actor: Actor & { kind: 'visitor' | 'staff' },
  origin: string,
  { reference, email }: { reference: string; email: string },
  now: Date,
): Promise<Outcome<'too-many'>> {
  const from = await claimTry(db, 'letters-from', networkOf(actor.address), now)
  if (!from.ok) return { ok: false, reason: 'too-many' }
  // Counted for both together, so that a stranger who has only the address uses up nothing of its owner's.
  const to = await claimTry(db, 'status-letter', `${reference}:${hiddenAddress(email)}`, now)
  if (!to.ok) return { ok: true }
  return inTransaction(db, async (db) => {
    const dossier = await db
      .selectFrom('dossier')
      .select(['id', 'reference', 'sender_name', 'sender_email'])
      .where('reference', '=', reference)
      .where('sender_email', '=', email)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!dossier) return { ok: true }
    const person = { name: dossier.sender_name, email: dossier.sender_email }
    const link = await askConfirmation(
      db,
      origin,
      { dossierId: dossier.id, purpose: 'status', ...person },
      now,
    )
    const about = { facts: { reference }, link, dossierId: dossier.id }
    await sendCaseLetter(db, person, 'case.status', about, now)
    await record(db, actor, 'case.status-asked', `case:${reference}`, {}, now)
    return { ok: true }
  })
}
