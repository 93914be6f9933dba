import type { Db } from '#db/schema/tables.ts'

/** A restored site sends no email until an administrator allows it: the original site may still be running. */

export async function findMailHold(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('mail_hold').select('since').executeTakeFirst()
  return row && new Date(row.since)
}

export async function isMailHeld(db: Db): Promise<boolean> {
  return (await findMailHold(db)) !== undefined
}

export async function holdMail(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_hold').execute()
  // The original site may have sent them once it had a mail server.
  await db.updateTable('mail').set({ stored_at: null }).where('stored_at', 'is not', null).execute()
  await db.insertInto('mail_hold').values({ id: 1, since: now.getTime() }).execute()
}

/**
 * Lets letters be sent again and returns those written in the meantime that wait. Older unsent ones may have been sent
 * by the original site; they stay for staff to send one by one.
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
