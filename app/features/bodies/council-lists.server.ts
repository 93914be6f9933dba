import { raiseContentVersion } from '#db/engine/content-version.server.ts'
import { newId } from '#db/engine/id.ts'
import { lockWork } from '#db/engine/lock.server.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { BodyPost, Db } from '#db/schema/tables.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import { listLatest } from '#features/content/reading/queries.server.ts'
import type { Outcome } from '#outcome.ts'
import { findBody } from './queries.server.ts'

/** The council lists that were written by hand, as terms of a body. This does not change the lists. */

/** How many published lists are not yet terms of the body. Samples are left out. */
export async function countOpenLists(db: Db, bodyId: string): Promise<number> {
  return (await listOpen(db, bodyId)).length
}

export function takeOverCouncilLists(
  db: Db,
  actor: Actor,
  bodyId: string,
  now: Date,
): Promise<Outcome<'not-found' | 'nothing-open', { count: number }>> {
  return inTransaction(db, async (db) => {
    await lockWork(db, 'bodies')
    const body = await findBody(db, bodyId)
    if (body?.kind !== 'council') return { ok: false, reason: 'not-found' }
    const lists = await listOpen(db, bodyId)
    const rows = lists.flatMap(({ id, data }) =>
      data.seats.map((seat, position) => ({
        ...{ id: newId(), body_id: bodyId, entry_id: id, position, name: seat.name, office: seat.office },
        institution: [seat.designation, seat.institution].filter(Boolean).join(', ') || null,
        email: seat.email?.toLowerCase() ?? null,
        post: postOf(seat.office, data.seats),
        ...{ starts_on: data.from, ends_on: data.to ?? null, recorded_at: now.getTime() },
      })),
    )
    if (rows.length === 0) return { ok: false, reason: 'nothing-open' }
    await db.insertInto('body_term').values(rows).execute()
    await raiseContentVersion(db, now)
    await record(db, actor, 'body.council-taken-over', `body:${bodyId}`, { count: rows.length }, now)
    return { ok: true, count: rows.length }
  })
}

async function listOpen(db: Db, bodyId: string) {
  const rows = await db.selectFrom('body_term').select('entry_id').where('body_id', '=', bodyId).execute()
  const known = new Set(rows.map(({ entry_id }) => entry_id))
  const lists = await listLatest(db, 'council-term')
  return lists.filter(({ id, sample }) => !known.has(id) && !sample)
}

const posts: Record<string, BodyPost> = {
  president: 'chair',
  chair: 'chair',
  'vice-president': 'deputy',
  'general secretary': 'secretary',
}

/** A body has one chair, so an office that two people hold is none. */
function postOf(office: string, seats: readonly { office: string }[]): BodyPost {
  const named = office.trim().toLowerCase()
  const post = posts[named] ?? 'member'
  const isShared = seats.filter((seat) => seat.office.trim().toLowerCase() === named).length > 1
  return post === 'chair' && isShared ? 'member' : post
}
