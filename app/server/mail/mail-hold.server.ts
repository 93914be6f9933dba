import type { Db } from '#db/schema/tables.ts'

/** A restored place writes to nobody until an administrator says so: the place it was made from may still be open. */

export async function findMailHold(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('mail_hold').select('since').executeTakeFirst()
  return row && new Date(row.since)
}

export async function isMailHeld(db: Db): Promise<boolean> {
  return (await findMailHold(db)) !== undefined
}

export async function holdMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_hold').execute()
  await db.insertInto('mail_hold').values({ id: 1, since: now.getTime() }).execute()
}

/**
 * Lets letters go again and answers those that were written meanwhile and wait. Older ones that were unsent have
 * perhaps been sent from where the backup was made; they stay for staff to send one by one.
 */
export async function endMailHold(db: Db): Promise<string[]> {
  const hold = await db.deleteFrom('mail_hold').returning('since').executeTakeFirst()
  if (!hold) return []
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where('queued_at', '>=', hold.since)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('body_text', '<>', '')
    .orderBy('queued_at')
    .execute()
  return rows.map(({ id }) => id)
}
