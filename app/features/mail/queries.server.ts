import { sql } from 'kysely'
import { isAboutOther } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { findMail, stateOf } from '#server/mail/find-mail.server.ts'
import type { MailState } from '#server/mail/mail-states.ts'
import { hasExpiredLink, isLinkRemoved } from '#server/mail/mail-tokens.server.ts'

const mailsPerPage = 50
const mailsAtOnce = 500

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
        .when(eb.or([eb('body_text', '=', ''), isLinkRemoved, hasExpiredLink]))
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('is_useless'),
    )
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
}

type MailRow = Awaited<ReturnType<ReturnType<typeof latestMails>['execute']>>[number]

export type MailLine = ReturnType<typeof toLine>

function toLine({ bounced_at, bounce_note, error, ...given }: MailRow) {
  const { queued_at, sent_at, failed_at, recipient, is_useless, ...row } = given
  return {
    ...row,
    to: recipient,
    state: stateOf({ sent_at, failed_at, bounced_at }),
    error: bounced_at === null ? error : bounce_note,
    canResend: (sent_at === null || bounced_at !== null) && is_useless === 0,
    queuedAt: new Date(queued_at),
    sentAt: sent_at === null ? undefined : new Date(sent_at),
  }
}

/** One letter for a member of staff; one about a case that names them is not found. */
export async function findMailFor(db: Db, readerId: string, id: string) {
  const seen = db.selectFrom('mail').select('id').where('id', '=', id).where(isAboutOther(db, readerId))
  return (await seen.executeTakeFirst()) && findMail(db, id)
}

/** Emails that could not be sent, for the counts of the rail. */
export function failedMail(db: Db) {
  return db
    .selectFrom('mail')
    .select((eb) => [
      sql<string>`'mail'`.as('area'),
      sql<string>`''`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('failed_at', 'is not', null)
}

export async function countFailedMail(db: Db): Promise<number> {
  const { count } = await failedMail(db).executeTakeFirstOrThrow()
  return count
}
