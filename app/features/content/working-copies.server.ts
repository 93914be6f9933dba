import { fromJson, toJson } from '#db/json.ts'
import type { Db } from '#db/tables.ts'
import { inTransaction } from '#db/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import type { Outcome } from '#features/outcome.ts'
import type { Draft } from './drafts.ts'

/** What people have typed and not saved, and who has an entry open. Neither makes a version or an audit entry. */

const mostCharacters = 4_000_000
/** Pages report every ten seconds; who has been silent longer has gone. */
const presentMs = 30_000

interface Typed {
  id: string
  base: number
  data: Draft
}

export function keepWorkingCopy(
  db: Db,
  actor: Actor,
  { id, base, data }: Typed,
  now: Date,
): Promise<Outcome<'not-found' | 'too-long'>> {
  const text = toJson(data)
  return inTransaction(db, async (db) => {
    if (actor.kind !== 'staff' || !(await isThere(db, id))) return { ok: false, reason: 'not-found' }
    if (text.length > mostCharacters) return { ok: false, reason: 'too-long' }
    const kept = { base_version: base, data: text, saved_at: now.getTime() }
    await db
      .insertInto('working_copy')
      .values({ entry_id: id, staff_id: actor.id, ...kept })
      .onConflict((conflict) => conflict.columns(['entry_id', 'staff_id']).doUpdateSet(kept))
      .execute()
    return { ok: true }
  })
}

export async function dropWorkingCopy(db: Db, actor: Actor, id: string): Promise<void> {
  if (actor.kind !== 'staff') return
  await db.deleteFrom('working_copy').where('entry_id', '=', id).where('staff_id', '=', actor.id).execute()
}

export async function findWorkingCopy(db: Db, actor: Actor, id: string) {
  if (actor.kind !== 'staff') return undefined
  const row = await db
    .selectFrom('working_copy')
    .select(['base_version', 'data', 'saved_at'])
    .where('entry_id', '=', id)
    .where('staff_id', '=', actor.id)
    .executeTakeFirst()
  return row && { base: row.base_version, data: fromJson<Draft>(row.data), at: row.saved_at }
}

/** Says that somebody has the entry open, and tells who else has and which version is the newest. */
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

/** Takes away what people left behind: who has gone, and what nobody came back for in three months. */
export async function clearWorkingCopies(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('presence')
    .where('seen_at', '<', now.getTime() - 3_600_000)
    .execute()
  await db
    .deleteFrom('working_copy')
    .where('saved_at', '<', now.getTime() - 90 * 86_400_000)
    .execute()
}

async function isThere(db: Db, id: string) {
  return (await db.selectFrom('entry').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
