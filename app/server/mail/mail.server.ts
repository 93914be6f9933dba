import type { Updateable } from 'kysely'
import { newId } from '#db/engine/id.ts'
import { toJson } from '#db/engine/json.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db, Tables } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { queueJob, type PutBack } from '#server/jobs/jobs.server.ts'
import { isMailAddress } from './mail-address.ts'
import { openLinks, SealedElsewhere, sealLinks } from './letter-links.server.ts'
import { isMailHeld } from './mail-hold.server.ts'
import { sendMailJob, waitsUntil } from './mail-order.server.ts'
import { hasExpiredLink, isLinkRemoved } from './mail-tokens.server.ts'
import { deliver, domainOf, MailRefused } from './smtp.server.ts'
import { withoutNul } from '#server/input/without-nul.ts'
import { findMail } from './find-mail.server.ts'

/** A letter to one person. */
export interface Letter {
  /** Which letter it is, for staff who search for it: `staff.reset-password`. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** A code in the text that only the recipient may read. */
  code?: string | undefined
  /** The id of what it is about. */
  aboutId?: string | undefined
  /** For letters to many: where mail programs unsubscribe the recipient. */
  unsubscribeUrl?: string | undefined
  /** Until when it is not sent separately, but held for a combined letter. */
  heldUntil?: Date | undefined
  /** When the code in it expires; afterwards it is not sent. */
  expiresAt?: Date | undefined
  /** Whether a person wrote it, and not a program. */
  isByPerson?: boolean
}

/** How letters are sent. Without a mail server they are stored, for staff to read. */
export interface MailConfig {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  /** Where delivery failures are reported; by default to the sender. */
  bounceTo?: string | undefined
  mayMailBePlain?: boolean
  /** Opens the links of waiting letters. */
  secret?: string
  timeoutMs?: number
}

const maxErrorCharacters = 500

/** Queues a letter, in the transaction of the operation that writes it. Returns its id. */
export async function queueLetter(db: Db, letter: Letter, now: Date): Promise<string> {
  if (!isMailAddress(letter.to)) throw new Error(`The email ${letter.kind} has no usable address.`)
  return inTransaction(db, async (db) => {
    const id = newId()
    const sealed = await sealLinks(db, { id, to: letter.to }, letter)
    await db
      .insertInto('mail')
      .values({
        id,
        kind: letter.kind,
        recipient: letter.to,
        subject: oneLine(letter.subject).slice(0, 250),
        body_text: withoutNul(sealed.text),
        body_html: withoutNul(sealed.html),
        message_id: id,
        dossier_id: letter.aboutId ?? null,
        unsubscribe_url: sealed.unsubscribeUrl ?? null,
        sealed_links: sealed.sealedLinks,
        queued_at: now.getTime(),
        held_until: letter.heldUntil?.getTime() ?? null,
        expires_at: letter.expiresAt?.getTime() ?? null,
        by_person: letter.isByPerson ? 1 : null,
      })
      .execute()
    if (!letter.heldUntil) await queueJob(db, sendMailJob, { mailId: id }, now)
    return id
  })
}

/**
 * The work of the job `mail.send`. A thrown error makes the job retry later, unless it was the last try; a letter that
 * must let an older one go first is put back.
 */
export async function sendMail(
  db: Db,
  config: MailConfig,
  mailId: string,
  now: Date,
  isLastTry = false,
): Promise<PutBack | undefined> {
  const mail = await findMail(db, mailId)
  // A letter without a recipient was to someone who has been erased since.
  if (!mail || mail.to === '' || mail.sentAt !== null) return
  if (hasExpired(mail.expiresAt, now)) {
    await dropExpired(db, now)
    return undefined
  }
  if (!config.smtpUrl) return void (await changeMail(db, mailId, { stored_at: now.getTime() }))
  if (await isMailHeld(db)) return
  const until = await waitsUntil(db, mail, now)
  if (until) return { until }
  try {
    const messageId = await nameMessage(db, mail, config)
    const written = openLinks(config.secret, mail)
    const letter = { ...mail, ...written, ...senderOf(config), messageId, bounceTo: config.bounceTo }
    await deliver({ ...config, smtpUrl: config.smtpUrl }, letter)
  } catch (error) {
    if (error instanceof MailRefused && error.isPermanent) {
      const answer = whatWasSaid(error)
      await changeMail(db, mailId, { bounced_at: now.getTime(), bounce_note: answer, error: answer })
      return undefined
    }
    const failed_at = isLastTry ? now.getTime() : null
    await changeMail(db, mailId, { failed_at, error: whatWasSaid(error) })
    throw error
  }
  await changeMail(db, mailId, { sent_at: now.getTime(), failed_at: null, error: null, sealed_links: null })
  return undefined
}

/** Removes the text of letters written by then; recipient and time stay. Returns how many. */
export async function clearMail(db: Db, until: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ body_text: '', body_html: '', unsubscribe_url: null, sealed_links: null })
    .where('queued_at', '<=', until.getTime())
    .where('body_text', '<>', '')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function hasExpired(expiresAt: number | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.getTime()
}

/**
 * Removes letters whose code expired before they could be sent: nobody could use it. Those that came back stay, without
 * the code.
 */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('expires_at', '<=', now.getTime())
    .where('sent_at', 'is', null)
    .where('bounced_at', 'is', null)
    .execute()
  await db
    .updateTable('mail')
    .set({ sealed_links: null })
    .where('expires_at', '<=', now.getTime())
    .where('sealed_links', 'is not', null)
    .execute()
}

/** Removes unsent letters of these kinds; the job that would send one finds nothing. */
export async function dropUnsent(db: Db, kinds: readonly string[], recipients: string[]): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('kind', 'in', kinds)
    .where('recipient', 'in', recipients)
    .where('sent_at', 'is', null)
    .execute()
}

/** The same for unsent letters about one thing, to one recipient or to all. */
export async function dropUnsentAbout(db: Db, aboutId: string, recipient?: string): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('dossier_id', '=', aboutId)
    .where('sent_at', 'is', null)
    .$if(recipient !== undefined, (mail) => mail.where('recipient', '=', recipient ?? ''))
    .execute()
}

export type NotRequeued =
  | 'not-found'
  | 'already-sent'
  | 'still-waiting'
  | 'cleared'
  | 'link-removed'
  /** Its link was used or replaced, or its link or code has expired. */
  | 'link-expired'

/** Queues a letter again that was given up, bounced, or was stored because there was no mail server. */
export function requeueMail(db: Db, id: string, now: Date) {
  return inTransaction(db, async (db): Promise<'queued' | NotRequeued> => {
    const mail = await db
      .selectFrom('mail')
      .select(['sent_at', 'bounced_at', 'body_text', 'expires_at'])
      .select([isLinkRemoved.as('isLinkRemoved'), hasExpiredLink.as('hasExpiredLink')])
      .where('id', '=', id)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!mail) return 'not-found'
    if (mail.sent_at !== null && mail.bounced_at === null) return 'already-sent'
    if (mail.body_text === '') return 'cleared'
    if (mail.isLinkRemoved) return 'link-removed'
    if (mail.hasExpiredLink || hasExpired(mail.expires_at, now)) return 'link-expired'
    if (await isWaiting(db, id)) return 'still-waiting'
    const untried = { sent_at: null, failed_at: null, error: null, bounced_at: null, bounce_note: null }
    await changeMail(db, id, untried)
    await queueJob(db, sendMailJob, { mailId: id }, now)
    return 'queued'
  })
}

async function isWaiting(db: Db, mailId: string): Promise<boolean> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', sendMailJob)
    .where('payload', '=', toJson({ mailId }))
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return job !== undefined
}

/** Decided before the first try, so that a recipient who gets a letter twice can tell. */
async function nameMessage(db: Db, mail: { id: string; messageId: string }, config: MailConfig) {
  if (mail.messageId.includes('@')) return mail.messageId
  const message_id = `<${mail.id}@${domainOf(senderOf(config).from)}>`
  await changeMail(db, mail.id, { message_id })
  return message_id
}

function senderOf({ mailFrom }: MailConfig) {
  if (!mailFrom) throw new Error('MAIL_FROM is not set, so emails have no sender.')
  return { from: mailFrom }
}

function changeMail(db: Db, id: string, values: Updateable<Tables['mail']>) {
  return db.updateTable('mail').set(values).where('id', '=', id).execute()
}

function whatWasSaid(error: unknown): string {
  const text =
    error instanceof MailRefused
      ? error.answer
      : error instanceof SealedElsewhere
        ? error.message
        : String(error)
  return oneLine(text).slice(0, maxErrorCharacters)
}

export function oneLine(text: string) {
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').trim()
}
