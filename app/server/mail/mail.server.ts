import { sql, type Updateable } from 'kysely'
import { isAboutOther } from '#db/search/hidden-cases.server.ts'
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
import type { MailState } from './mail-states.ts'
import { isLinkRemoved } from './mail-tokens.server.ts'
import { deliver, domainOf, MailRefused } from './smtp.server.ts'
import { withoutNul } from '#server/input/without-nul.ts'

/** A letter to one person. */
export interface Letter {
  /** Which letter it is, for staff who search for it: `staff.reset-password`. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** The case that it is about. */
  caseId?: string | undefined
  /** For letters to many: where mail programs unsubscribe the recipient. */
  unsubscribeUrl?: string | undefined
  /** Until when it is not sent separately, but held for a combined letter. */
  heldUntil?: Date | undefined
}

/** How letters are sent. Without a mail server they are stored, for staff to read. */
export interface PostOffice {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  /** Where delivery failures are reported; by default to the sender. */
  bounceTo?: string | undefined
  mayMailBePlain?: boolean
  /** Opens the links of waiting letters. */
  secret?: string
  timeoutMs?: number
}

const mailsPerPage = 50
const mailsAtOnce = 500
const mostErrorCharacters = 500

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
        dossier_id: letter.caseId ?? null,
        unsubscribe_url: sealed.unsubscribeUrl ?? null,
        sealed_links: sealed.sealedLinks,
        queued_at: now.getTime(),
        held_until: letter.heldUntil?.getTime() ?? null,
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
  office: PostOffice,
  mailId: string,
  now: Date,
  isLastTry = false,
): Promise<PutBack | undefined> {
  const mail = await findMail(db, mailId)
  // A letter without a recipient was to someone who has been erased since.
  if (!mail || mail.to === '' || mail.sentAt !== null || !office.smtpUrl || (await isMailHeld(db))) return
  const until = await waitsUntil(db, mail, now)
  if (until) return { until }
  try {
    const messageId = await nameMessage(db, mail, office)
    const written = openLinks(office.secret, mail)
    const letter = { ...mail, ...written, ...senderOf(office), messageId, bounceTo: office.bounceTo }
    await deliver({ ...office, smtpUrl: office.smtpUrl }, letter)
  } catch (error) {
    const failed_at = isLastTry ? now.getTime() : null
    await changeMail(db, mailId, { failed_at, error: whatWasSaid(error) })
    throw error
  }
  await changeMail(db, mailId, { sent_at: now.getTime(), failed_at: null, error: null, sealed_links: null })
  return undefined
}

/** All letters, or those with one status, newest first, without their text. */
export async function listMail(db: Db, page: number, state?: MailState, readerId?: string) {
  const total = await countMail(db, state, readerId)
  const rows = await latestMails(db, state, readerId)
    .limit(mailsPerPage)
    .offset((page - 1) * mailsPerPage)
    .execute()
  const mails = rows.map(toLine)
  return { mails, total, page, pageSize: mailsPerPage, pages: Math.max(1, Math.ceil(total / mailsPerPage)) }
}

export async function countMail(db: Db, state?: MailState, readerId?: string): Promise<number> {
  const { total } = await mailsIn(db, state, readerId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** All letters, newest first, read a few hundred at a time. */
export async function* eachMail(db: Db, readerId?: string): AsyncGenerator<MailLine> {
  let last: { queued_at: number; id: string } | undefined
  for (;;) {
    const rows = await latestMails(db, undefined, readerId)
      .$if(last !== undefined, (mails) =>
        mails.where(sql<boolean>`(queued_at, id) < (${last?.queued_at ?? 0}, ${last?.id ?? ''})`),
      )
      .limit(mailsAtOnce)
      .execute()
    for (const row of rows) yield toLine(row)
    last = rows.at(-1)
    if (rows.length < mailsAtOnce) return
  }
}

/** The same as `stateOf`, as a database condition, without letters about a case that names the reader. */
function mailsIn(db: Db, state?: MailState, readerId = '') {
  const mails = db.selectFrom('mail').where(isAboutOther(db, readerId))
  if (state === undefined) return mails
  if (state === 'bounced') return mails.where('bounced_at', 'is not', null)
  const others = mails.where('bounced_at', 'is', null)
  if (state === 'sent') return others.where('sent_at', 'is not', null)
  return others.where('sent_at', 'is', null).where('failed_at', state === 'failed' ? 'is not' : 'is', null)
}

function latestMails(db: Db, state?: MailState, readerId?: string) {
  return mailsIn(db, state, readerId)
    .select(['id', 'kind', 'recipient', 'subject', 'queued_at', 'sent_at', 'failed_at', 'error'])
    .select(['bounced_at', 'bounce_note'])
    .select((eb) =>
      eb
        .case()
        .when(eb.or([eb('body_text', '=', ''), isLinkRemoved]))
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('is_cleared'),
    )
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
}

type MailRow = Awaited<ReturnType<ReturnType<typeof latestMails>['execute']>>[number]

export type MailLine = ReturnType<typeof toLine>

function toLine({ bounced_at, bounce_note, error, ...given }: MailRow) {
  const { queued_at, sent_at, failed_at, recipient, is_cleared, ...row } = given
  return {
    ...row,
    to: recipient,
    state: stateOf({ sent_at, failed_at, bounced_at }),
    error: bounced_at === null ? error : bounce_note,
    canResend: (sent_at === null || bounced_at !== null) && is_cleared === 0,
    queuedAt: new Date(queued_at),
    sentAt: sent_at === null ? undefined : new Date(sent_at),
  }
}

/** One letter for a member of staff; one about a case that names them is not found. */
export async function findMailFor(db: Db, readerId: string, id: string) {
  const seen = db.selectFrom('mail').select('id').where('id', '=', id).where(isAboutOther(db, readerId))
  return (await seen.executeTakeFirst()) && findMail(db, id)
}

/** One letter with its text. */
export async function findMail(db: Db, id: string) {
  const row = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    messageId: row.message_id,
    unsubscribeUrl: row.unsubscribe_url,
    sealedLinks: row.sealed_links,
    date: new Date(row.queued_at),
    state: stateOf(row),
    sentAt: row.sent_at,
    bouncedAt: row.bounced_at,
    bounceNote: row.bounce_note,
    error: row.error,
  }
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

/** Removes unsent letters of a kind; the job that would send one finds nothing. */
export async function dropUnsent(db: Db, kind: string, recipients: string[]): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('kind', '=', kind)
    .where('recipient', 'in', recipients)
    .where('sent_at', 'is', null)
    .execute()
}

/** The same for unsent letters about a case. */
export async function dropUnsentAbout(db: Db, caseId: string): Promise<void> {
  await db.deleteFrom('mail').where('dossier_id', '=', caseId).where('sent_at', 'is', null).execute()
}

type Requeued = 'queued' | 'not-found' | 'already-sent' | 'still-waiting' | 'cleared' | 'link-removed'

/** Queues a letter again that was given up, bounced, or was stored because there was no mail server. */
export function requeueMail(db: Db, id: string, now: Date) {
  return inTransaction(db, async (db): Promise<Requeued> => {
    const mail = await db
      .selectFrom('mail')
      .select(['sent_at', 'bounced_at', 'body_text', isLinkRemoved.as('isLinkRemoved')])
      .where('id', '=', id)
      .$call(lockRows(db))
      .executeTakeFirst()
    if (!mail) return 'not-found'
    if (mail.sent_at !== null && mail.bounced_at === null) return 'already-sent'
    if (mail.body_text === '') return 'cleared'
    if (mail.isLinkRemoved) return 'link-removed'
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
async function nameMessage(db: Db, mail: { id: string; messageId: string }, office: PostOffice) {
  if (mail.messageId.includes('@')) return mail.messageId
  const message_id = `<${mail.id}@${domainOf(senderOf(office).from)}>`
  await changeMail(db, mail.id, { message_id })
  return message_id
}

function senderOf({ mailFrom }: PostOffice) {
  if (!mailFrom) throw new Error('MAIL_FROM is not set, so emails have no sender.')
  return { from: mailFrom }
}

function changeMail(db: Db, id: string, values: Updateable<Tables['mail']>) {
  return db.updateTable('mail').set(values).where('id', '=', id).execute()
}

type Times = Record<'sent_at' | 'failed_at' | 'bounced_at', number | null>

function stateOf({ sent_at, failed_at, bounced_at }: Times): MailState {
  if (bounced_at !== null) return 'bounced'
  if (sent_at !== null) return 'sent'
  return failed_at === null ? 'unsent' : 'failed'
}

function whatWasSaid(error: unknown): string {
  const text =
    error instanceof MailRefused
      ? error.answer
      : error instanceof SealedElsewhere
        ? error.message
        : String(error)
  return oneLine(text).slice(0, mostErrorCharacters)
}

export function oneLine(text: string) {
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').trim()
}
