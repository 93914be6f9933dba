import { officeDay, officeDayStart } from '#office-time.ts'
import type { Db, StaffRole } from '#db/schema/tables.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { listDraftsOf, listInReview, listScheduled } from '#features/content/reading/desk-queries.server.ts'
import { listCalls } from '#features/nominations/queries.server.ts'
import { countQueues } from '#features/enquiries/queries.server.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { countFailedMail, countJobs, countOtherBounces } from '#features/watching/system.server.ts'

const day = 86_400_000

/** What needs an administrator or an editor today, and the statistics of the last weeks. */
export async function readDesk(db: Db, { id, role }: { id: string; role: StaffRole }, now: Date) {
  const settings = await readSettings(db)
  return {
    pending: await countPending(db),
    mayPublish: mayPublish({ role, editorsPublish: settings.editorsPublish }),
    drafts: await listDraftsOf(db, id),
    inReview: await listInReview(db),
    scheduled: await listScheduled(db),
    published: await countByMonth(db, 'entry.published', now, 12),
    calls: await listCalls(db, now, settings),
    enquiries: await countQueues(db, id),
    failedMail: await countFailedMail(db),
    bouncedMail: await countOtherBounces(db, now),
    failedJobs: (await countJobs(db)).failed,
    samples: await countSampleEntries(db),
    cases: await readCaseDesk(db, { id, role }, now),
    signIns: await countByDay(db, 'staff.signed-in', now, 30),
    changes: await countByDay(db, undefined, now, 30),
  }
}

export type StaffDesk = Awaited<ReturnType<typeof readDesk>>

/** How many accounts wait for approval, and since when the first of them. */
function countPending(db: Db) {
  return db
    .selectFrom('staff_user')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
}

async function countSampleEntries(db: Db) {
  const { count } = await db
    .selectFrom('entry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sample_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** How often something happened on each of the last days, in office time; days without events count zero. */
async function countByDay(db: Db, action: string | undefined, now: Date, days: number) {
  const since = now.getTime() - days * day
  const rows = await db
    .selectFrom('audit_entry')
    .select('at')
    .where('at', '>', since)
    .where('action', 'not like', '%.read')
    .$if(action !== undefined, (query) => query.where('action', '=', action!))
    .execute()
  const counts = new Map<string, number>()
  for (const { at } of rows) counts.set(officeDay(at), (counts.get(officeDay(at)) ?? 0) + 1)
  return Array.from({ length: days }, (_, index) => {
    const label = officeDay(since + (index + 1) * day)
    return { label, value: counts.get(label) ?? 0 }
  })
}

/** How often something happened in each of the last months, in office time. */
async function countByMonth(db: Db, action: string, now: Date, months: number) {
  const [year = 0, month = 0] = officeDay(now.getTime()).split('-').map(Number)
  const labels = Array.from({ length: months }, (_, index) =>
    new Date(Date.UTC(year, month - months + index, 1)).toISOString().slice(0, 7),
  )
  const since = officeDayStart(`${labels[0]}-01`)
  const rows = await db
    .selectFrom('audit_entry')
    .select('at')
    .where('at', '>=', since)
    .where('action', '=', action)
    .execute()
  const counts = Map.groupBy(rows, ({ at }) => officeDay(at).slice(0, 7))
  return labels.map((label) => ({ label, value: counts.get(label)?.length ?? 0 }))
}
