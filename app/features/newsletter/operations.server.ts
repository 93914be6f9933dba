import { dayMs } from '#office-time.ts'
import { newId } from '#db/engine/id.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system, type Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { sendLetter } from '#features/letters/operations.server.tsx'
import type { Outcome } from '#outcome.ts'
import { noteErased } from '#features/erasures/operations.server.ts'
import { newsletterLimits } from './limits.ts'
import { claimTry, forgetTries, hiddenAddress } from '#server/load/throttle.server.ts'
import { networkOf } from '#server/http/client-address.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { dropUnsent } from '#server/mail/mail.server.ts'
import { removeUsedLink } from '#server/mail/mail-tokens.server.ts'
import { hashToken, newToken } from '#server/config/tokens.server.ts'
import { newsletterLetterJob, type NewsletterLetter } from './jobs.ts'
import { newsletterLetters } from './letters.ts'
import { forgetRequests } from './personal-data.server.ts'

/** Newsletter subscribers: only people who confirmed by a mailed link. */

const linkDays = 7

/**
 * A subscription request. The job finds out whether the address is already subscribed, so that neither the answer nor
 * its timing reveals it.
 */
export function askForNewsletter(
  db: Db,
  actor: Exclude<Actor, { kind: 'system' }>,
  email: string,
  now: Date,
): Promise<Outcome<'too-many'>> {
  return inTransaction(db, async (db) => {
    const from = await claimTry(db, newsletterLimits['newsletter-from'], networkOf(actor.address), now)
    if (!from.ok) return { ok: false, reason: 'too-many' }
    await queueJob(db, newsletterLetterJob, { email } satisfies NewsletterLetter, now)
    await record(db, actor, 'newsletter.asked', 'newsletter', {}, now)
    return { ok: true }
  })
}

/**
 * The work of the job: emails the link, unless the address is subscribed. Strangers can cause one such letter a day to
 * an address; a further request is sent when that day is over.
 */
export function sendNewsletterLetter(
  db: Db,
  origin: string,
  { email }: NewsletterLetter,
  now: Date,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const at = now.getTime()
    await db
      .insertInto('subscriber')
      .values({ id: newId(), email, source: 'page', asked_at: at })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ asked_at: at }))
      .execute()
    const subscriber = await lockSubscriber(db, email)
    if (!subscriber || subscriber.confirmed_at !== null || subscriber.letter_due_at !== null) return
    const letter = await claimTry(db, newsletterLimits['newsletter-letter'], hiddenAddress(email), now)
    if (letter.ok) await mailLink(db, origin, subscriber, now)
    else await setDue(db, subscriber.id, letter.until.getTime())
  })
}

/** Sends the letters that had to wait. */
export async function sendDueConfirmations(db: Db, origin: string, now: Date): Promise<void> {
  const due = await db
    .selectFrom('subscriber')
    .select('email')
    .where('letter_due_at', '<=', now.getTime())
    .where('confirmed_at', 'is', null)
    .orderBy('letter_due_at')
    .limit(1000)
    .execute()
  for (const { email } of due) await sendDue(db, origin, email, now)
}

function sendDue(db: Db, origin: string, email: string, now: Date): Promise<void> {
  return inTransaction(db, async (db) => {
    const subscriber = await lockSubscriber(db, email)
    if (!subscriber || subscriber.letter_due_at === null || subscriber.confirmed_at !== null) return
    const letter = await claimTry(db, newsletterLimits['newsletter-letter'], hiddenAddress(email), now)
    if (!letter.ok) return setDue(db, subscriber.id, letter.until.getTime())
    await setDue(db, subscriber.id, null)
    await mailLink(db, origin, subscriber, now)
  })
}

async function mailLink(db: Db, origin: string, { id, email }: { id: string; email: string }, now: Date) {
  const token = await makeLink(db, id, 'confirm', now.getTime() + linkDays * dayMs)
  const leave = await leaveAddress(db, origin, id)
  const link = `${origin}/newsletter/confirm?token=${token}`
  await sendLetter(db, { name: '', email }, newsletterLetters.confirm, { facts: { leave }, link }, now)
}

/** Part of every letter to a subscriber. */
export async function leaveAddress(db: Db, origin: string, id: string): Promise<string> {
  return `${origin}/newsletter/leave?token=${await makeLink(db, id, 'leave', null)}`
}

async function makeLink(db: Db, id: string, purpose: 'confirm' | 'leave', expiresAt: number | null) {
  const token = newToken()
  const row = { token_hash: hashToken(token), subscriber_id: id, purpose, expires_at: expiresAt }
  await db.insertInto('subscriber_link').values(row).execute()
  return token
}

/** Confirms by the mailed link; a repeated confirmation changes nothing. */
export function confirmNewsletter(db: Db, actor: Actor, token: string, now: Date): Promise<Outcome<'over'>> {
  return inTransaction(db, async (db) => {
    const subscriber = await findByLink(db, 'confirm', token, now)
    if (!subscriber) return { ok: false, reason: 'over' }
    if (subscriber.confirmed_at !== null) return { ok: true }
    const joined = { confirmed_at: now.getTime(), letter_due_at: null }
    await db.updateTable('subscriber').set(joined).where('id', '=', subscriber.id).execute()
    await record(db, actor, 'newsletter.joined', `subscriber:${subscriber.id}`, {}, now)
    return { ok: true }
  })
}

/**
 * Unsubscribes the address and deletes everything about it. Only its owner could confirm it, so that strangers cannot
 * use this to cause more letters; an owner who joins again on the same day gets the link at once.
 */
export function leaveNewsletter(db: Db, actor: Actor, token: string, now: Date): Promise<Outcome<'over'>> {
  return inTransaction(db, async (db) => {
    const subscriber = await findByLink(db, 'leave', token, now)
    if (!subscriber) return { ok: false, reason: 'over' }
    await db.deleteFrom('subscriber').where('id', '=', subscriber.id).execute()
    await forgetRequests(db, [subscriber.email])
    if (subscriber.confirmed_at !== null) await allowNextLetter(db, subscriber.email)
    await noteErased(db, [{ kind: 'subscriber', key: subscriber.id }], now)
    await removeUsedLink(db, subscriber.email, token)
    await record(db, actor, 'newsletter.left', `subscriber:${subscriber.id}`, {}, now)
    return { ok: true }
  })
}

/** For an owner of the address who has left: the letter of the day does not count any more. */
export function allowNextLetter(db: Db, email: string): Promise<void> {
  return forgetTries(db, [newsletterLimits['newsletter-letter']], hiddenAddress(email))
}

/** For someone whose address was confirmed in another way, in the same transaction. */
export async function joinNewsletter(
  db: Db,
  origin: string,
  email: string,
  name: string,
  now: Date,
): Promise<void> {
  const at = now.getTime()
  const row = { id: newId(), email: email.toLowerCase(), source: 'membership', asked_at: at } as const
  await db
    .insertInto('subscriber')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const subscriber = await lockSubscriber(db, row.email)
  if (!subscriber || subscriber.confirmed_at !== null) return
  const joined = { confirmed_at: at, letter_due_at: null }
  await db.updateTable('subscriber').set(joined).where('id', '=', subscriber.id).execute()
  const leave = await leaveAddress(db, origin, subscriber.id)
  await sendLetter(db, { name, email: row.email }, newsletterLetters.joined, { facts: { leave } }, now)
  await record(db, system, 'newsletter.joined', `subscriber:${subscriber.id}`, {}, now)
}

/** Staff remove subscribers. */
export function removeSubscribers(
  db: Db,
  actor: Actor,
  ids: string[],
  now: Date,
): Promise<{ removed: number }> {
  return inTransaction(db, async (db) => {
    const gone = await db.deleteFrom('subscriber').where('id', 'in', ids).returning(['id', 'email']).execute()
    const details = { count: gone.length, ids: gone.map(({ id }) => id).toSorted() }
    if (gone.length > 0) {
      await noteErased(
        db,
        gone.map(({ id }) => ({ kind: 'subscriber', key: id })),
        now,
      )
      const emails = gone.map(({ email }) => email)
      await dropUnsent(db, [newsletterLetters.confirm.key], emails)
      await forgetRequests(db, emails)
      await record(db, actor, 'newsletter.removed', 'newsletter', details, now)
    }
    return { removed: gone.length }
  })
}

/** Reads a link without using it. */
export async function findByLink(db: Db, purpose: 'confirm' | 'leave', token: string, now: Date) {
  const row = await db
    .selectFrom('subscriber_link')
    .innerJoin('subscriber', 'subscriber.id', 'subscriber_link.subscriber_id')
    .select(['subscriber.id', 'subscriber.email', 'subscriber.confirmed_at', 'subscriber_link.expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row && (row.expires_at === null || row.expires_at > now.getTime()) ? row : undefined
}

function lockSubscriber(db: Db, email: string) {
  return db
    .selectFrom('subscriber')
    .select(['id', 'email', 'confirmed_at', 'letter_due_at'])
    .where('email', '=', email)
    .$call(lockRows(db))
    .executeTakeFirst()
}

async function setDue(db: Db, id: string, letter_due_at: number | null): Promise<void> {
  await db.updateTable('subscriber').set({ letter_due_at }).where('id', '=', id).execute()
}
