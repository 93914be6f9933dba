import { isAboutOther } from '#features/case-access/case-access.server.ts'
import type { Db } from '#db/schema/tables.ts'
import type { DataSubject, PersonalData } from '#features/erasures/personal-data.ts'
import { forgetJobs } from '#server/jobs/job-retention.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'
import { hideTokens } from '#server/mail/mail-tokens.server.ts'

declare module '#features/erasures/personal-data.ts' {
  interface PersonFound {
    letters: number
  }
}

/** The fact that a letter was sent stays; its recipient and text do not. */
const blankLetter = {
  recipient: '',
  subject: '',
  body_text: '',
  body_html: '',
  bounce_note: null,
  error: null,
  unsubscribe_url: null,
  sealed_links: null,
}

export const mailPersonalData: PersonalData = {
  listAddresses: async (db) => {
    const rows = await db.selectFrom('mail').select('recipient').distinct().execute()
    return rows.map(({ recipient }) => recipient)
  },
  find: async (db, subject) => ({ letters: await countLettersTo(db, subject) }),
  collect: async (db, subject) => ({ data: { letters: await listLettersTo(db, subject) } }),
  erase: async (db, subject) => ({ hadAny: (await forgetLettersTo(db, subject)) > 0 }),
  forgetCase: async (db, caseId) => {
    await forgetLettersAbout(db, caseId)
    return []
  },
}

export async function forgetLettersAbout(db: Db, caseId: string): Promise<void> {
  const blanked = await db
    .updateTable('mail')
    .set(blankLetter)
    .where('dossier_id', '=', caseId)
    .returning('id')
    .execute()
  await forgetSending(db, blanked)
}

async function countLettersTo(db: Db, { address, readerId }: DataSubject): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('recipient', '=', address)
    .where(isAboutOther(db, readerId))
    .executeTakeFirstOrThrow()
  return count
}

/** Without their links: staff who pass the data on must not be able to open them. */
async function listLettersTo(db: Db, { address, readerId }: DataSubject) {
  const letters = await db
    .selectFrom('mail')
    .select(['kind', 'subject', 'body_text', 'queued_at', 'sent_at'])
    .where('recipient', '=', address)
    .where(isAboutOther(db, readerId))
    .orderBy('queued_at')
    .execute()
  return letters.map((letter) => ({ ...letter, body_text: hideTokens(letter.body_text) }))
}

/** Erases all letters to an address, except those about cases that are hidden from the reader. Returns how many. */
async function forgetLettersTo(db: Db, { address, readerId }: DataSubject): Promise<number> {
  const blanked = await db
    .updateTable('mail')
    .set(blankLetter)
    .where('recipient', '=', address)
    .where(isAboutOther(db, readerId))
    .returning('id')
    .execute()
  await forgetSending(db, blanked)
  return blanked.length
}

/** A job that could not send a letter may say to whom. */
async function forgetSending(db: Db, mails: { id: string }[]): Promise<void> {
  await forgetJobs(
    db,
    sendMailJob,
    mails.map(({ id }) => ({ mailId: id })),
  )
}
