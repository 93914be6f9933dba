import { lockRows } from '#db/engine/lock.server.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { sendCaseLetter } from '#features/letters/operations.server.tsx'
import { replaceLink } from './confirmations.server.ts'

/**
 * What an address did not get because it had its letters of the day, in one letter. Each question has a fresh link, so
 * that nothing depends on what was written then; a case that was closed meanwhile is left out.
 */

const addressesAtOnce = 200
const mostLines = 1000

/** Which questions a letter asks; the others only tell something. */
const asks: Record<string, readonly ConfirmationPurpose[]> = {
  'nomination.received': ['verify'],
  'nomination.consent': ['consent'],
  'nomination.second': ['second'],
  'nomination.reminder': ['consent', 'second'],
  'membership.verify': ['verify'],
  'membership.reminder': ['verify'],
}

export async function sendHeldLetters(db: Db, origin: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('mail')
    .select('recipient')
    .distinct()
    .where('held_until', '<=', now.getTime())
    .where('sent_at', 'is', null)
    .limit(addressesAtOnce)
    .execute()
  for (const { recipient } of due) await inTransaction(db, (db) => sendTogether(db, origin, recipient, now))
}

async function sendTogether(db: Db, origin: string, email: string, now: Date) {
  // The rows decide, so that of several processes one sends them.
  const held = await db
    .selectFrom('mail')
    .select(['id', 'kind', 'subject', 'dossier_id', 'queued_at'])
    .where('recipient', '=', email)
    .where('held_until', '<=', now.getTime())
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(mostLines)
    .$call(lockRows(db))
    .execute()
  const lines: string[] = []
  const cases = new Set<string>()
  for (const one of held) {
    const said = await lineOf(db, origin, email, one, now)
    lines.push(...said)
    if (said.length > 0 && one.dossier_id !== null) cases.add(one.dossier_id)
  }
  for (const { id } of held)
    await db
      .updateTable('mail')
      .set({ sent_at: now.getTime(), sealed_links: null })
      .where('id', '=', id)
      .execute()
  if (lines.length === 0 || email === '') return
  const about = { facts: { list: lines.join('\n') } }
  const mail_id = await sendCaseLetter(db, { email, name: '' }, 'letters.together', about, now)
  for (const dossier_id of cases) await db.insertInto('letter_case').values({ mail_id, dossier_id }).execute()
}

interface Held {
  kind: string
  subject: string
  dossier_id: string | null
  queued_at: number
}

async function lineOf(db: Db, origin: string, email: string, held: Held, now: Date): Promise<string[]> {
  const purposes = asks[held.kind]
  if (!purposes || held.dossier_id === null) return [held.subject]
  const question = await db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select(['confirmation.id', 'confirmation.purpose', 'confirmation.resent_at', 'dossier.due_at as dueAt'])
    .where('dossier_id', '=', held.dossier_id)
    .where('confirmation.email', '=', email)
    .where('purpose', 'in', purposes)
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  // Staff have sent a link meanwhile, or an earlier line of this letter has one: it must work on.
  if (!question || (question.resent_at ?? 0) > held.queued_at) return []
  return [held.subject, await replaceLink(db, origin, question, now)]
}
