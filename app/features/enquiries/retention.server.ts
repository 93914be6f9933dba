import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import { system } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { noteErased } from '#features/erasures/operations.server.ts'
import { retainedSince } from '#features/settings/retention.server.ts'

const batchSize = 500

/** Removes messages that were closed as many months ago as the settings say, with their history. */
export async function eraseOldEnquiries(db: Db, now: Date): Promise<void> {
  while ((await eraseSome(db, now)) === batchSize);
}

/** How many messages were closed before a given time: the number due at the retention limit. */
export async function countClosedBy(db: Db, until: Date): Promise<number> {
  const { count } = await db
    .selectFrom('enquiry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'closed')
    .where('closed_at', '<=', until.getTime())
    .executeTakeFirstOrThrow()
  return count
}

function eraseSome(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (db) => {
    const until = await retainedSince(db, now)
    const old = db
      .selectFrom('enquiry')
      .select('id')
      .where('state', '=', 'closed')
      .where('closed_at', '<=', until.getTime())
      .orderBy('closed_at')
      .limit(batchSize)
    // Checked again on the row itself, because someone may be reopening it right now.
    const erased = await db
      .deleteFrom('enquiry')
      .where('id', 'in', old)
      .where('state', '=', 'closed')
      .returning(['id', 'reference'])
      .execute()
    await noteErased(
      db,
      erased.map(({ id }) => ({ kind: 'enquiry', key: id })),
      now,
    )
    const references = erased.map(({ reference }) => reference).toSorted()
    const details = { count: references.length, references }
    if (references.length > 0) await record(db, system, 'enquiry.erased', 'enquiry', details, now)
    return references.length
  })
}
