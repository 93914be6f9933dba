import { toJson } from '#db/engine/json.ts'
import type { Db } from '#db/schema/tables.ts'
import { newsletterLetterJob } from '#features/newsletter/jobs.ts'
import { newsletterLetters } from '#features/newsletter/letters.ts'
import { dropUnsent } from '#server/mail/mail.server.ts'

/** What is stored about one address that wrote to the office or subscribed to the newsletter, for data requests. */

/** The messages from it with the replies, oldest first, and whether it gets the newsletter. */
export async function collectSender(db: Db, email: string) {
  const rows = await db
    .selectFrom('enquiry')
    .select(['id', 'reference', 'name', 'subject', 'body', 'state', 'received_at'])
    .where('email', '=', email)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  const enquiries = []
  for (const { id, received_at, ...row } of rows)
    enquiries.push({
      ...row,
      receivedAt: new Date(received_at).toISOString(),
      replies: await listReplies(db, id),
    })
  const newsletter = await db
    .selectFrom('subscriber')
    .select(['source', 'asked_at', 'confirmed_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  return { enquiries, newsletter: newsletter ?? null }
}

async function listReplies(db: Db, id: string): Promise<string[]> {
  const replies = await db
    .selectFrom('enquiry_event')
    .select('body')
    .where('enquiry_id', '=', id)
    .where('kind', '=', 'reply')
    .orderBy('number')
    .execute()
  return replies.map(({ body }) => body)
}

/** Erases all of it. Returns the references of the messages, and whether there was anything. */
export async function forgetSender(
  db: Db,
  email: string,
): Promise<{ references: string[]; hadAny: boolean }> {
  const messages = await db.deleteFrom('enquiry').where('email', '=', email).returning('reference').execute()
  await dropUnsent(db, newsletterLetters.issue.key, [email])
  const listed = await db.deleteFrom('subscriber').where('email', '=', email).returning('id').execute()
  await db
    .deleteFrom('job')
    .where('kind', '=', newsletterLetterJob)
    .where('payload', '=', toJson({ email }))
    .execute()
  return {
    references: messages.map(({ reference }) => reference),
    hadAny: messages.length + listed.length > 0,
  }
}
