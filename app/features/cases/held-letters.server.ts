import { lockRows } from '#db/engine/lock.server.ts'
import type { ConfirmationPurpose, Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { LetterDefinition } from '#features/letters/definition.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { replaceLink } from './confirmation-links.server.ts'
import { caseLetters } from './letters.ts'

/**
 * Letters that an address did not get because of its daily limit, in one letter. Each request has a new link, so
 * nothing depends on the earlier letters; closed cases are left out.
 */

const addressesAtOnce = 200
const maxLines = 1000

/** The definitions say which letters ask for a confirmation; the others only inform. */
export async function sendHeldLetters(
  db: Db,
  origin: string,
  letters: readonly LetterDefinition[],
  now: Date,
): Promise<void> {
  const asks = new Map(letters.map(({ key, asks = [] }) => [key, asks]))
  const due = await db
    .selectFrom('mail')
    .select('recipient')
    .distinct()
    .where('held_until', '<=', now.getTime())
    .where('sent_at', 'is', null)
    .limit(addressesAtOnce)
    .execute()
  for (const { recipient } of due)
    await inTransaction(db, (db) => sendTogether(db, origin, asks, recipient, now))
}

type Asks = ReadonlyMap<string, readonly ConfirmationPurpose[]>

async function sendTogether(db: Db, origin: string, asks: Asks, email: string, now: Date) {
  // The rows decide, so that only one of several processes sends them.
  const held = await db
    .selectFrom('mail')
    .select(['id', 'kind', 'subject', 'dossier_id', 'queued_at'])
    .where('recipient', '=', email)
    .where('held_until', '<=', now.getTime())
    .where('sent_at', 'is', null)
    .orderBy('id')
    .limit(maxLines)
    .$call(lockRows(db))
    .execute()
  const lines: string[] = []
  const cases = new Set<string>()
  for (const one of held) {
    const said = await lineOf(db, origin, email, { ...one, asks: asks.get(one.kind) ?? [] }, now)
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
  const mail_id = await sendLetter(db, { email, name: '' }, caseLetters.together, about, now)
  for (const dossier_id of cases) await db.insertInto('letter_case').values({ mail_id, dossier_id }).execute()
}

interface HeldLetter {
  asks: readonly ConfirmationPurpose[]
  subject: string
  dossier_id: string | null
  queued_at: number
}

async function lineOf(db: Db, origin: string, email: string, held: HeldLetter, now: Date): Promise<string[]> {
  if (held.asks.length === 0 || held.dossier_id === null) return [held.subject]
  const question = await db
    .selectFrom('confirmation')
    .innerJoin('dossier', 'dossier.id', 'confirmation.dossier_id')
    .select(['confirmation.id', 'confirmation.purpose', 'confirmation.resent_at', 'dossier.due_at as dueAt'])
    .where('dossier_id', '=', held.dossier_id)
    .where('confirmation.email', '=', email)
    .where('purpose', 'in', held.asks)
    .where('answered_at', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  // Staff have sent a link in between, or an earlier line of this letter has one: it must keep working.
  if (!question || (question.resent_at ?? 0) > held.queued_at) return []
  return [held.subject, await replaceLink(db, origin, question, now)]
}
