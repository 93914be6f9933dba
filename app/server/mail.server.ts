import { newId } from '#db/id.ts'
import type { Db } from '#db/tables.ts'
import { queueJob } from './jobs.server.ts'
import { isMailAddress } from './mail-address.ts'

/** A letter to one person. */
export interface Letter {
  /** Which letter it is, for staff who look for it: `staff.reset-password`. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
}

/** Leaves a letter to be sent, in the transaction of the operation that writes it. Answers its id. */
export async function queueLetter(db: Db, letter: Letter, now: Date): Promise<string> {
  if (!isMailAddress(letter.to)) throw new Error(`The letter ${letter.kind} has no usable address.`)
  const id = newId()
  await db
    .insertInto('mail')
    .values({
      id,
      kind: letter.kind,
      recipient: letter.to,
      subject: oneLine(letter.subject),
      body_text: withoutNul(letter.text),
      body_html: withoutNul(letter.html),
      message_id: id,
      queued_at: now.getTime(),
    })
    .execute()
  await queueJob(db, 'mail.send', { mailId: id }, now)
  return id
}

function oneLine(text: string) {
  return text
    .replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 250)
}

/** PostgreSQL takes none in a text. */
function withoutNul(text: string) {
  return text.replaceAll('\0', '')
}
