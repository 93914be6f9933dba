import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#outcome.ts'
import { resumeMailings } from '#features/newsletter/mailing.server.ts'
import { queueJob } from '#server/jobs/jobs.server.ts'
import { endMailHold } from '#server/mail/mail-hold.server.ts'
import { sendMailJob } from '#server/mail/mail-order.server.ts'

/** Lets a restored site send letters, including those written since, and continue the newsletter mailings. */
export function releaseMail(db: Db, actor: Actor, now: Date): Promise<Outcome<'not-held'>> {
  return inTransaction(db, async (db) => {
    const isHeld = await db.selectFrom('mail_hold').select('id').executeTakeFirst()
    if (!isHeld) return { ok: false, reason: 'not-held' }
    const waiting = await endMailHold(db)
    for (const mailId of waiting) await queueJob(db, sendMailJob, { mailId }, now)
    const mailings = await resumeMailings(db, now)
    const details = { letters: waiting.length, ...(mailings > 0 && { mailings }) }
    await record(db, actor, 'site.mail-released', 'site', details, now)
    return { ok: true }
  })
}
