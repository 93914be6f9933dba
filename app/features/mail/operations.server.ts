import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { Outcome } from '#features/outcome.ts'
import { findMail, requeueMail } from '#server/mail.server.ts'

/** Has a letter tried again that was given up, or kept because there was no mail server. */
export function resendMail(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<'not-found' | 'already-sent' | 'still-waiting'>> {
  return inTransaction(db, async (db) => {
    const result = await requeueMail(db, id, now)
    if (result !== 'queued') return { ok: false, reason: result }
    await record(db, actor, 'mail.resent', `mail:${id}`, {}, now)
    return { ok: true }
  })
}

/** Has several letters tried again; those that were sent, still wait or are gone stay as they are. */
export function resendMails(db: Db, actor: Actor, ids: string[], now: Date): Promise<{ resent: number }> {
  return inTransaction(db, async (db) => {
    let resent = 0
    // In one order for everybody, so that two who choose the same letters never wait for each other.
    for (const id of ids.toSorted()) if ((await resendMail(db, actor, id, now)).ok) resent++
    return { resent }
  })
}

/** Opens a letter. It names a person, so that it was read stands in the trail. */
export function readLetter(db: Db, actor: Actor, id: string, now: Date) {
  return inTransaction(db, async (db) => {
    const mail = await findMail(db, id)
    if (mail) await record(db, actor, 'mail.read', `mail:${id}`, {}, now)
    return mail
  })
}
