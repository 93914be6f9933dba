import { sql } from 'kysely'
import { casesHiddenFrom } from '#db/search/hidden-cases.server.ts'
import type { Db, StaffRole } from '#db/schema/tables.ts'
import { statusesWaitingFor, type WaitingFor } from '#features/casework/queues.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { mayPublish } from '#features/settings/rights.ts'

interface Viewer {
  id: string
  role: StaffRole
}

/** How much waits for this person in each area, by the address of the area. Every page asks, so it is one query. */
export async function countWaiting(db: Db, who: Viewer): Promise<Record<string, number>> {
  const isAdmin = who.role === 'admin'
  const reviews = isAdmin || mayPublish({ role: who.role, ...(await readSettings(db)) })
  const own = ownStatuses(who.role)
  const waiting: Record<string, number> = {}
  const add = (address: string, count: number) => {
    waiting[address] = (waiting[address] ?? 0) + count
  }
  for (const { area, name, count } of await countAll(db, who.id)) {
    if (area === 'case' && own.has(name)) add('/editor/cases', count)
    if (area === 'entry' && reviews) add(`/editor/content/${name}`, count)
    if (area === 'enquiry') add('/editor/enquiries', count)
    if (area === 'account' && isAdmin) add('/admin/staff', count)
    if (area === 'mail' && isAdmin) add('/admin/mail', count)
  }
  return waiting
}

function ownStatuses(role: StaffRole): Set<string> {
  const waits: WaitingFor[] = role === 'admin' ? ['office', 'administrator'] : ['office']
  return new Set(waits.flatMap(statusesWaitingFor).map(({ process, state }) => `${process} ${state}`))
}

function countAll(db: Db, viewerId: string) {
  const nothing = sql<string>`''`.as('name')
  return db
    .selectFrom('dossier')
    .select((eb) => [
      sql<string>`'case'`.as('area'),
      sql<string>`process || ' ' || state`.as('name'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('ended_at', 'is', null)
    .where('id', 'not in', casesHiddenFrom(db, viewerId))
    .groupBy(['process', 'state'])
    .unionAll((eb) =>
      eb
        .selectFrom('entry')
        .select((eb) => [
          sql<string>`'entry'`.as('area'),
          'kind as name',
          eb.fn.countAll<number>().as('count'),
        ])
        .where('state', '=', 'in_review')
        .groupBy('kind'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('enquiry')
        .select((eb) => [sql<string>`'enquiry'`.as('area'), nothing, eb.fn.countAll<number>().as('count')])
        .where('state', '=', 'new'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('staff_user')
        .select((eb) => [sql<string>`'account'`.as('area'), nothing, eb.fn.countAll<number>().as('count')])
        .where('state', '=', 'pending'),
    )
    .unionAll((eb) =>
      eb
        .selectFrom('mail')
        .select((eb) => [sql<string>`'mail'`.as('area'), nothing, eb.fn.countAll<number>().as('count')])
        .where('failed_at', 'is not', null),
    )
    .execute()
}
