import type { Db, StaffRole } from '#db/schema/tables.ts'
import { readerOn, type CaseReader } from '#features/case-access/case-access.server.ts'
import { waitingCases } from '#features/casework/list-queries.server.ts'
import { statusesWaitingFor, type WaitingFor } from '#features/casework/queues.ts'
import { waitingReviews } from '#features/content/reading/desk-queries.server.ts'
import { waitingEnquiries } from '#features/enquiries/queries.server.ts'
import { failedMail } from '#features/mail/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { waitingAccounts } from '#features/staff/accounts/queries.server.ts'

interface Viewer {
  id: string
  role: StaffRole
}

/** How much waits for this person in each area, by the address of the area. Every page asks, so it is one query. */
export async function countWaiting(db: Db, who: Viewer, now: Date): Promise<Record<string, number>> {
  const isAdmin = who.role === 'admin'
  const reviews = isAdmin || mayPublish({ role: who.role, ...(await readSettings(db)) })
  const own = ownStatuses(who.role)
  const waiting: Record<string, number> = {}
  const add = (address: string, count: number) => {
    waiting[address] = (waiting[address] ?? 0) + count
  }
  for (const { area, name, count } of await countAll(db, readerOn(who, now))) {
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

function countAll(db: Db, viewer: CaseReader) {
  return waitingCases(db, viewer)
    .unionAll(waitingReviews(db))
    .unionAll(waitingEnquiries(db))
    .unionAll(waitingAccounts(db))
    .unionAll(failedMail(db))
    .execute()
}
