import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import type { Db } from '#db/schema/tables.ts'
import { inTransaction } from '#db/engine/transaction.server.ts'
import type { Actor } from '#features/audit/actor.ts'
import { record } from '#features/audit/operations.server.ts'
import type { SubscriberQuery } from './form.ts'

export type SubscriberLine = Awaited<ReturnType<typeof listSubscribers>>['subscribers'][number]

/** The matching subscribers, in the order of their addresses. */
export async function listSubscribers(db: Db, { q, state, page }: SubscriberQuery, pageSize: number) {
  const found = db
    .selectFrom('subscriber')
    .$if(q !== undefined, (rows) => rows.where(contains(sql.ref('email'), q ?? '')))
    .$if(state !== undefined, (rows) =>
      rows.where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null),
    )
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['id', 'email', 'source', 'asked_at', 'confirmed_at'])
    .orderBy('email')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const subscribers = rows.map(({ asked_at, confirmed_at, ...row }) => ({
    ...row,
    requestedAt: new Date(asked_at),
    confirmedAt: confirmed_at === null ? undefined : new Date(confirmed_at),
  }))
  return { subscribers, total }
}

/** The same for a page of the staff area. The list names people, so reading it is recorded in the trail. */
export function readSubscribers(db: Db, actor: Actor, query: SubscriberQuery, pageSize: number, now: Date) {
  return inTransaction(db, async (db) => {
    const list = await listSubscribers(db, query, pageSize)
    const details = { ...query, shown: list.subscribers.length }
    await record(db, actor, 'newsletter-list.read', 'newsletter', details, now)
    return list
  })
}

/** Whether an address gets the newsletter; its id, to unsubscribe it. */
export async function findSubscription(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.id
}
