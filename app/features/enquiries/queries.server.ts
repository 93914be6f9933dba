import { sql } from 'kysely'
import { contains } from '#db/search/contains.ts'
import { fromJson } from '#db/engine/json.ts'
import type { Db, EnquiryState } from '#db/schema/tables.ts'
import type { InboxQuery } from './form.ts'
import type { EnquiryQueue } from './workflow.ts'

export const enquiriesPerPage = 25

export type EnquiryLine = Awaited<ReturnType<typeof listEnquiries>>['enquiries'][number]

/** A page of a queue: waiting ones longest-waiting first, closed ones newest first. */
export async function listEnquiries(db: Db, staffId: string, query: InboxQuery) {
  const found = narrow(db, staffId, query)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const waits = query.queue === 'new' || query.queue === 'mine'
  const rows = await found
    .leftJoin('staff_user', 'staff_user.id', 'enquiry.assigned_to')
    .select(['enquiry.id', 'reference', 'enquiry.name', 'subject', 'enquiry.state', 'signs', 'spam_at'])
    .select(['received_at', 'staff_user.name as assignedTo'])
    .orderBy('received_at', waits ? 'asc' : 'desc')
    .orderBy('enquiry.id', waits ? 'asc' : 'desc')
    .limit(enquiriesPerPage)
    .offset((query.page - 1) * enquiriesPerPage)
    .execute()
  const enquiries = rows.map(({ received_at, spam_at, signs, ...row }) => ({
    ...row,
    signs: fromJson<string[]>(signs),
    receivedAt: new Date(received_at),
    isSpam: spam_at !== null,
  }))
  return { enquiries, total, pages: Math.max(1, Math.ceil(total / enquiriesPerPage)) }
}

function narrow(db: Db, staffId: string, { queue, q, flood }: InboxQuery) {
  const all = db.selectFrom('enquiry')
  const queued =
    queue === 'mine'
      ? all.where('assigned_to', '=', staffId).where('enquiry.state', 'in', ['new', 'answered'])
      : all.where('enquiry.state', '=', queue)
  const text = sql`${sql.ref('reference')} || ' ' || ${sql.ref('enquiry.name')} || ' ' || ${sql.ref('enquiry.email')} || ' ' || ${sql.ref('subject')} || ' ' || ${sql.ref('body')}`
  return queued
    .$if(q !== undefined, (rows) => rows.where(contains(text, q ?? '')))
    .$if(flood !== undefined, (rows) => rows.where('flood_key', '=', flood ?? ''))
    .$if(queue === 'held' && flood === undefined && q === undefined, (rows) =>
      rows.where('flood_key', 'is', null),
    )
}

/** The held messages of a flood, as one row for each kind and day, newest first. */
export async function listFloods(db: Db) {
  const rows = await db
    .selectFrom('enquiry')
    .select('flood_key as key')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('received_at').as('firstAt'),
      eb.fn.max('received_at').as('lastAt'),
    ])
    .where('state', '=', 'held')
    .where('flood_key', 'is not', null)
    .groupBy('flood_key')
    .orderBy('lastAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ key, count, firstAt, lastAt }) => ({
    key: key ?? '',
    count,
    firstAt: new Date(firstAt),
    lastAt: new Date(lastAt),
  }))
}

/** New messages, for the counts of the rail. */
export function waitingEnquiries(db: Db) {
  return db
    .selectFrom('enquiry')
    .select((eb) => [
      sql<string>`'enquiry'`.as('area'),
      sql<string>`''`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('state', '=', 'new')
}

/** The one new message; undefined if there are none or several. */
export async function findOnlyNew(db: Db): Promise<string | undefined> {
  const rows = await db.selectFrom('enquiry').select('id').where('state', '=', 'new').limit(2).execute()
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** How many are in each queue. */
export async function countQueues(db: Db, staffId: string): Promise<Record<EnquiryQueue, number>> {
  const rows = await db
    .selectFrom('enquiry')
    .select('state')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('assigned_to', '=', staffId).as('mine'),
    ])
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map(({ state, ...count }) => [state, count]))
  const of = (state: EnquiryState) => counts.get(state)?.count ?? 0
  const mineOf = (state: EnquiryState) => counts.get(state)?.mine ?? 0
  return {
    new: of('new'),
    mine: mineOf('new') + mineOf('answered'),
    held: of('held'),
    answered: of('answered'),
    closed: of('closed'),
  }
}

/** One message with its history, oldest first. */
export async function findEnquiry(db: Db, id: string) {
  const row = await db
    .selectFrom('enquiry')
    .select(['id', 'reference', 'state', 'version', 'name', 'email', 'subject', 'body', 'score', 'signs'])
    .select(['assigned_to as assignedTo', 'received_at', 'spam_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const events = await db
    .selectFrom('enquiry_event')
    .leftJoin('staff_user', 'staff_user.id', 'enquiry_event.made_by')
    .select(['number', 'kind', 'body', 'made_at', 'staff_user.name as by'])
    .where('enquiry_id', '=', id)
    .orderBy('number')
    .execute()
  const { received_at, spam_at, signs, ...rest } = row
  return {
    ...rest,
    signs: fromJson<string[]>(signs),
    receivedAt: new Date(received_at),
    isSpam: spam_at !== null,
    events: events.map(({ made_at, ...event }) => ({ ...event, madeAt: new Date(made_at) })),
  }
}

/** Who can be assigned a message, by name. */
export function listColleagues(db: Db) {
  return db
    .selectFrom('staff_user')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .orderBy('name')
    .orderBy('id')
    .execute()
}
