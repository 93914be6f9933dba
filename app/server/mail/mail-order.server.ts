import { sql } from 'kysely'
import type { Db } from '#db/schema/tables.ts'

/** Letters to one address arrive in the order in which they were written, even if one has to be retried. */

export const sendMailJob = 'mail.send'

const second = 1000
/** Slightly longer than the tries of one letter take. */
const maxWaitingMs = 36 * 3_600_000
/** A letter with a link or code that works for minutes waits for nothing, and nothing waits for it. */
const outOfOrder = 'staff.'

interface WaitingMail {
  id: string
  kind: string
  to: string
  date: Date
  expiresAt: number | null
}

/**
 * When to check again whether a letter may be sent: undefined if no older one to the same address is on its way. We do
 * not wait for an older one that was given up, or that no job will try because it is held or was only stored; nor for
 * any after a day and a half, so that an address that accepts nothing does not block its letters for weeks.
 */
export async function waitsUntil(
  db: Db,
  { id, kind, to, date, expiresAt }: WaitingMail,
  now: Date,
): Promise<Date | undefined> {
  if (kind.startsWith(outOfOrder) || expiresAt !== null || now.getTime() - date.getTime() > maxWaitingMs)
    return undefined
  const older = await db
    .selectFrom('mail')
    .innerJoin('job', (join) =>
      join.on('job.payload', '=', sql<string>`'{"mailId":"' || ${sql.ref('mail.id')} || '"}'`),
    )
    .select('job.run_at')
    .where('mail.recipient', '=', to)
    .where('mail.sent_at', 'is', null)
    .where('mail.failed_at', 'is', null)
    .where('mail.expires_at', 'is', null)
    .where(sql<boolean>`(mail.queued_at, mail.id) < (${date.getTime()}, ${id})`)
    .where('mail.kind', 'not like', `${outOfOrder}%`)
    .where('job.kind', '=', sendMailJob)
    .where('job.done_at', 'is', null)
    .where('job.failed_at', 'is', null)
    .orderBy('mail.queued_at')
    .orderBy('mail.id')
    .limit(1)
    .executeTakeFirst()
  return older && new Date(Math.max(older.run_at, now.getTime() + second))
}
