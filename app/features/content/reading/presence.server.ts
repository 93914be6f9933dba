import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'

/** Who has an entry open. This makes no audit entry. */

/** Pages report every ten seconds; anyone silent for longer has left. */
const presentMs = 30_000

/** Reports that someone has the entry open, and returns who else has and which version is the newest. */
export function notePresence(db: Db, actor: Actor, id: string, now: Date) {
  return inTransaction(db, async (db) => {
    const head = await db.selectFrom('entry').select('head_version').where('id', '=', id).executeTakeFirst()
    if (actor.kind !== 'staff' || !head) return undefined
    const seen_at = now.getTime()
    await db
      .insertInto('presence')
      .values({ entry_id: id, staff_id: actor.id, seen_at })
      .onConflict((conflict) => conflict.columns(['entry_id', 'staff_id']).doUpdateSet({ seen_at }))
      .execute()
    return { version: head.head_version, others: await listOthers(db, actor.id, id, now) }
  })
}

/** Who else has the entry open, by name. */
async function listOthers(db: Db, staffId: string, id: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('presence')
    .innerJoin('staff_user', 'staff_user.id', 'presence.staff_id')
    .select('name')
    .where('entry_id', '=', id)
    .where('staff_id', '<>', staffId)
    .where('seen_at', '>', now.getTime() - presentMs)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
