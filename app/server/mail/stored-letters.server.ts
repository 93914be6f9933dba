import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { isMailHeld } from './mail-hold.server.ts'
import { requeueMail, type MailConfig } from './mail.server.ts'

const batchSize = 500

/** Queues the letters that were written before a mail server was set, oldest first. Returns how many. */
export function sendStoredLetters(db: Db, { smtpUrl }: MailConfig, now: Date): Promise<number> {
  if (!smtpUrl) return Promise.resolve(0)
  return inTransaction(db, async (db) => {
    if (await isMailHeld(db)) return 0
    const stored = await db
      .updateTable('mail')
      .set({ stored_at: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('mail')
          .select('id')
          .where('stored_at', 'is not', null)
          .orderBy('queued_at')
          .orderBy('id')
          .limit(batchSize),
      )
      .returning(['id', 'queued_at', 'sent_at'])
      .execute()
    const waiting = stored
      .filter(({ sent_at }) => sent_at === null)
      .toSorted((one, other) => one.queued_at - other.queued_at || (one.id < other.id ? -1 : 1))
    for (const { id } of waiting) await requeueMail(db, id, now)
    return waiting.length
  })
}
