import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { caseLimits } from './limits.ts'
import { letterLimits } from '#features/letters/limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import type { Outcome } from '#outcome.ts'
import { askConfirmation } from './confirmation-links.server.ts'
import { statusLetterJob } from './jobs.ts'
import { caseLetters } from './letters.ts'

/** What the job needs to find out whether anyone gets a letter. Jobs are stored, so it contains no address. */
export interface StatusLetter {
  reference: string
  address: string
}

/**
 * Emails the sender of a case a link to its status. Nobody learns whether reference and address belong together: a job
 * finds out, so that neither the answer nor its timing reveals it.
 */
export function requestStatus(
  db: Db,
  actor: Exclude<Actor, { kind: 'system' }>,
  { reference, email }: { reference: string; email: string },
  now: Date,
): Promise<Outcome<'too-many'>> {
  return inTransaction(db, async (db) => {
    const from = await claimTry(db, letterLimits['letters-from'], networkOf(actor.address), now)
    if (!from.ok) return { ok: false, reason: 'too-many' }
    const address = hiddenAddress(email)
    // Counted for both together, so that a stranger who has only the address does not use up its owner's limit.
    const to = await claimTry(db, caseLimits['status-letter'], `${reference}:${address}`, now)
    if (!to.ok) return { ok: true }
    await queueJob(db, statusLetterJob, { reference, address } satisfies StatusLetter, now)
    return { ok: true }
  })
}

/** The work of the job. */
export function sendStatusLetter(
  db: Db,
  origin: string,
  { reference, address }: StatusLetter,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const caseRow = await db
      .selectFrom('dossier')
      .select(['id', 'sender_name', 'sender_email'])
      .where('reference', '=', reference)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
    if (!caseRow || hiddenAddress(caseRow.sender_email) !== address) return
    const person = { name: caseRow.sender_name, email: caseRow.sender_email }
    const link = await askConfirmation(db, origin, { caseId: caseRow.id, purpose: 'status', ...person }, now)
    const about = { facts: { reference }, link, caseId: caseRow.id }
    await sendLetter(db, person, caseLetters.status, about, now)
    await record(db, system, 'case.status-asked', `case:${reference}`, {}, now)
  })
}
