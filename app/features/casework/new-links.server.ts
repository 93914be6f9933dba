import type { StaffActor } from '#features/audit/actor.ts'
import { readerOn } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { record } from '#features/audit/operations.server.ts'
import { immediately, sendLetter } from '#features/letters/operations.server.tsx'
import { reminderLetter as applicationLetter } from '#features/memberships/reminder-letter.server.ts'
import {
  reminderLetter as nominationLetter,
  type ReminderPurpose,
} from '#features/nominations/reminder-letter.server.ts'
import type { Outcome } from '#outcome.ts'
import { findOpenRequest } from '#features/cases/confirmations.server.ts'
import { isSentJustNow, replaceLink } from '#features/cases/confirmation-links.server.ts'
import { lockCaseFor, type CaseRow } from '#features/cases/operations.server.ts'

export type NewLinkRefusal = 'not-found' | 'not-open' | 'sent-just-now'

export const newLinkRefusals: Record<Exclude<NewLinkRefusal, 'not-found'>, string> = {
  'not-open': 'This confirmation is no longer needed or has been answered. Reload the page.',
  'sent-just-now': 'We sent a link less than ten minutes ago. Wait a little before you send another one.',
}

/** Sends someone who has not answered a link that replaces the former one. */
export function sendNewLink(
  db: Db,
  actor: StaffActor,
  origin: string,
  { reference, request }: { reference: string; request: string },
  now: Date,
): Promise<Outcome<NewLinkRefusal>> {
  return inTransaction(db, async (db) => {
    const caseRow = await lockCaseFor(db, readerOn(actor, now), reference)
    if (!caseRow) return { ok: false, reason: 'not-found' }
    const confirmation =
      caseRow.ended_at === null ? await findOpenRequest(db, caseRow.id, request) : undefined
    if (!confirmation) return { ok: false, reason: 'not-open' }
    if (isSentJustNow(confirmation, now)) return { ok: false, reason: 'sent-just-now' }

    const { id, purpose } = confirmation
    const link = await replaceLink(db, origin, { id, purpose, dueAt: caseRow.due_at }, now)
    const { letter, facts } = letterFor(caseRow, purpose)
    await sendLetter(
      db,
      confirmation,
      letter,
      { facts, link, caseId: caseRow.id, sendingTime: immediately },
      now,
    )
    await record(db, actor, 'case.link-sent', `case:${reference}`, { purpose }, now)
    return { ok: true }
  })
}

function letterFor({ due_at: dueAt, ...caseRow }: CaseRow, purpose: string) {
  return caseRow.process === 'membership'
    ? applicationLetter({ ...caseRow, dueAt }, purpose as 'verify' | 'answer')
    : nominationLetter({ ...caseRow, dueAt }, purpose as ReminderPurpose)
}
