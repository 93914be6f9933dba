import type { Db, StaffRole } from '#db/schema/tables.ts'
import { countByDay, countByMonth } from '#features/audit/activity.server.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { countOtherBounces } from '#features/casework/list-queries.server.ts'
import {
  listDraftsOf,
  listInReview,
  listScheduled,
  listUnsavedOf,
} from '#features/content/reading/desk-queries.server.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { readReviewDesk } from '#features/entry-reviews/desk-queries.server.ts'
import { countQueues, findOnlyNew } from '#features/enquiries/queries.server.ts'
import { countOpenRequests, openRequests } from '#features/own-pages/request-queries.server.ts'
import { listCapabilities } from '#features/bodies/capabilities.server.ts'
import { officeDay } from '#office-time.ts'
import { countSampleEntries } from '#features/content/reading/staff-queries.server.ts'
import { failedMail } from '#features/mail/queries.server.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { countPendingAccounts } from '#features/staff/accounts/queries.server.ts'
import { sumByDay } from '#features/visits/queries.server.ts'
import { countJobs } from '#features/watching/system.server.ts'

interface Viewer {
  id: string
  role: StaffRole
}

/** What waits for this person, and what follows soon. */
async function readSharedDesk(db: Db, { id, role }: Viewer, ownRequests: number, now: Date) {
  const settings = await readSettings(db)
  const enquiries = await countQueues(db, id)
  return {
    mayPublish: mayPublish({ role, editorsPublish: settings.editorsPublish }),
    drafts: await listDraftsOf(db, id),
    unsaved: await listUnsavedOf(db, id),
    inReview: await listInReview(db),
    reviews: await readReviewDesk(db, id, now),
    scheduled: await listScheduled(db),
    calls: await listCalls(db, now, settings),
    enquiries,
    onlyEnquiry: enquiries.new === 1 ? await findOnlyNew(db) : undefined,
    samples: await countSampleEntries(db),
    cases: await readCaseDesk(db, { id, role }, now),
    ownRequests,
    visits: await sumByDay(db, now, 30),
    now: now.getTime(),
  }
}

/** Requests of people are for administrators and the office. */
async function worksForOffice(db: Db, { id, role }: Viewer, now: Date): Promise<boolean> {
  return role === 'admin' || (await listCapabilities(db, id, officeDay(now))).includes('office')
}

/** Administrators also look after accounts, emails and the machine. */
export async function readAdminDesk(db: Db, id: string, now: Date) {
  const activity = await countByDay(db, 'staff.signed-in', now, 30)
  const counts = await openRequests(db).unionAll(failedMail(db)).execute()
  const countOf = (wanted: string) => counts.find(({ area }) => area === wanted)?.count ?? 0
  return {
    ...(await readSharedDesk(db, { id, role: 'admin' }, countOf('request'), now)),
    pending: await countPendingAccounts(db),
    failedMail: countOf('mail'),
    bouncedMail: await countOtherBounces(db, now),
    failedJobs: (await countJobs(db)).failed,
    signIns: activity.one,
    changes: activity.all,
  }
}

/** Editors see what was published. */
export async function readEditorDesk(db: Db, viewer: Viewer, now: Date) {
  const ownRequests = (await worksForOffice(db, viewer, now)) ? await countOpenRequests(db) : 0
  return {
    ...(await readSharedDesk(db, viewer, ownRequests, now)),
    published: await countByMonth(db, 'entry.published', now, 12),
  }
}

export type SharedDesk = Awaited<ReturnType<typeof readSharedDesk>>
export type AdminDesk = Awaited<ReturnType<typeof readAdminDesk>>
