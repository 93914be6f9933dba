import { createHash } from 'node:crypto'
import { dayMs, officeDay } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { nextReference } from '#features/cases/references.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import { enquiryLimits } from './limits.ts'
import { claimTry, hiddenAddress } from '#server/load/throttle.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import type { EnquiryAnswers } from './form.ts'
import { enquiryLetters } from './letters.ts'
import { countsAsSame, scoreMessage, withoutVariety } from './spam-score.ts'
import { fromContactPage } from './workflow.ts'

/** Where a message came from. */
export interface Sender {
  address: string
  userAgent: string
}

/**
 * Accepts a message to the office. Doubtful ones are accepted as well and held for review; a repeated message of the
 * same sender gets the same reference.
 */
export function sendEnquiry(
  db: Db,
  actor: Actor,
  { address, userAgent }: Sender,
  answers: EnquiryAnswers,
  now: Date,
): Promise<{ ok: true; reference: string } | { ok: false; reason: 'too-many'; until: Date }> {
  return inTransaction(db, async (db) => {
    const network = await claimTry(db, enquiryLimits['enquiries-from'], networkOf(address), now)
    if (!network.ok) return { ok: false, reason: 'too-many', until: network.until }
    // Anyone can write in someone else's name, so many messages from one address are held and not refused.
    const sender = await claimTry(db, enquiryLimits['enquiries-by'], hiddenAddress(answers.email), now)
    const before = await findSame(db, answers, now)
    if (before) return { ok: true, reference: before.reference }

    const plain = withoutVariety(answers.message, answers.name)
    const textKey = createHash('sha256').update(plain).digest('base64url')
    const scored = scoreMessage({
      ...answers,
      trap: answers.homepage ?? '',
      isFromContactPage: answers.from === fromContactPage,
      userAgent,
      fromNetwork: network.tries,
      fromSender: sender.ok ? sender.tries : Infinity,
      sameText: countsAsSame(plain) ? await countOthers(db, textKey, answers.email, now) : 0,
    })
    return { ok: true, reference: await save(db, actor, answers, { textKey, ...scored }, now) }
  })
}

interface Judged {
  textKey: string
  score: number
  signs: string[]
  isDoubtful: boolean
}

async function save(db: Db, actor: Actor, answers: EnquiryAnswers, judged: Judged, now: Date) {
  const id = newId()
  const at = now.getTime()
  const { name, email, subject, message: body } = answers
  const { textKey, score, signs, isDoubtful } = judged
  const reference = await nextReference(db, 'EQ', now)
  await db
    .insertInto('enquiry')
    .values({
      ...{ id, reference, name, email, subject, body, score },
      state: isDoubtful ? 'held' : 'new',
      version: 1,
      signs: toJson(signs),
      text_key: textKey,
      flood_key: isDoubtful ? await floodOf(db, signs, now) : null,
      received_at: at,
      state_at: at,
    })
    .execute()
  const kind = isDoubtful ? 'held' : 'received'
  const event = { enquiry_id: id, number: 1, kind, body: '', made_by: null, made_at: at }
  await db.insertInto('enquiry_event').values(event).execute()
  if (!isDoubtful) await thank(db, { name, email, reference }, now)
  await record(db, actor, `enquiry.${kind}`, `enquiry:${reference}`, { signs }, now)
  return reference
}

/** Confirms the receipt to the sender; this cannot be used to fill someone else's mailbox. */
export async function thank(
  db: Db,
  { name, email, reference }: { name: string; email: string; reference: string },
  now: Date,
): Promise<void> {
  const letter = await claimTry(db, enquiryLimits['enquiry-receipt'], hiddenAddress(email), now)
  if (letter.ok) await sendLetter(db, { name, email }, enquiryLetters.received, { facts: { reference } }, now)
}

/** After the first few of a kind in a day the others make one row of the inbox. */
async function floodOf(db: Db, signs: string[], now: Date): Promise<string | null> {
  const key = `${signs[0] ?? 'other'}:${officeDay(now)}`
  return (await claimTry(db, enquiryLimits['held-alike'], key, now)).ok ? null : key
}

function findSame(db: Db, { email, subject, message }: EnquiryAnswers, now: Date) {
  return db
    .selectFrom('enquiry')
    .select('reference')
    .where('email', '=', email)
    .where('subject', '=', subject)
    .where('body', '=', message)
    .where('received_at', '>', now.getTime() - dayMs)
    .executeTakeFirst()
}

async function countOthers(db: Db, textKey: string, email: string, now: Date): Promise<number> {
  const others = await db
    .selectFrom('enquiry')
    .select('email')
    .distinct()
    .where('text_key', '=', textKey)
    .where('email', '<>', email)
    .where('received_at', '>', now.getTime() - dayMs)
    .limit(6)
    .execute()
  return others.length
}
