import { dayMs } from '#office-time.ts'
import { lockRows } from '#db/engine/lock.server.ts'
import type { Db } from '#db/schema/tables.ts'
import { oneLine } from './mail.server.ts'

/** Letters that bounced after the mail server had accepted them. */

const maxNoteCharacters = 500
const freshDays = 30

/** Returns whether it was new. */
export async function markBounced(db: Db, id: string, note: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ bounced_at: now.getTime(), bounce_note: oneLine(note).slice(0, maxNoteCharacters) })
    .where('id', '=', id)
    .where('bounced_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The bounce of a letter, locked; undefined if it had not bounced. */
export async function lockBounce(db: Db, id: string): Promise<{ note: string; at: number } | undefined> {
  const row = await db
    .selectFrom('mail')
    .select(['bounce_note', 'bounced_at'])
    .where('id', '=', id)
    .$call(lockRows(db))
    .executeTakeFirst()
  if (!row || row.bounced_at === null) return undefined
  return { note: row.bounce_note ?? '', at: row.bounced_at }
}

export async function unmarkBounced(db: Db, id: string): Promise<void> {
  await db.updateTable('mail').set({ bounced_at: null, bounce_note: null }).where('id', '=', id).execute()
}

export function listByMessageId(db: Db, messageIds: string[]) {
  return db.selectFrom('mail').select('id').where('message_id', 'in', messageIds).orderBy('id').execute()
}

/** Bounces of the last thirty days to addresses that nothing has reached since: someone must find another way. */
export function freshBounces(db: Db, now: Date) {
  return db
    .selectFrom('mail')
    .where('mail.bounced_at', '>', now.getTime() - freshDays * dayMs)
    .where('mail.recipient', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail as later')
            .select('later.id')
            .whereRef('later.recipient', '=', 'mail.recipient')
            .whereRef('later.sent_at', '>', 'mail.bounced_at')
            .where('later.bounced_at', 'is', null),
        ),
      ),
    )
}
