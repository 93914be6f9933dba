import type { Db, StaffRole } from '#db/schema/tables.ts'
import { countByDay, countByMonth } from '#features/audit/activity.server.ts'
import { readCaseDesk } from '#features/casework/desk.server.ts'
import { countOtherBounces } from '#features/casework/list-queries.server.ts'
import { listDraftsOf, listInReview, listScheduled } from '#features/content/reading/desk-queries.server.ts'
import { listCalls } from '#features/calls/queries.server.ts'
import { readReviewDesk } from '#features/entry-reviews/desk-queries.server.ts'
import { countQueues, findOnlyNew } from '#features/enquiries/queries.server.ts'
import { countSampleEntries } from '#features/content/reading/staff-queries.server.ts'
import { countFailedMail } from '#features/mail/queries.server.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { countPendingAccounts } from '#features/staff/accounts/queries.server.ts'
import { sumByDay } from '#features/visits/queries.server.ts'
import { countJobs } from '#features/watching/system.server.ts'

/** What needs an administrator or an editor today, and the statistics of the last weeks. */
export async function readDesk(db: Db, { id, role }: { id: string; role: StaffRole }, now: Date) {
  const settings = await readSettings(db)
  const enquiries = await countQueues(db, id)
  const activity = await countByDay(db, 'staff.signed-in', now, 30)
  return {
    pending: await countPendingAccounts(db),
    mayPublish: mayPublish({ role, editorsPublish: settings.editorsPublish }),
    drafts: await listDraftsOf(db, id),
    inReview: await listInReview(db),
    reviews: await readReviewDesk(db, id, now),
    scheduled: await listScheduled(db),
    published: await countByMonth(db, 'entry.published', now, 12),
    calls: await listCalls(db, now, settings),
    enquiries,
    onlyEnquiry: enquiries.new === 1 ? await findOnlyNew(db) : undefined,
    failedMail: await countFailedMail(db),
    bouncedMail: await countOtherBounces(db, now),
    failedJobs: (await countJobs(db)).failed,
    samples: await countSampleEntries(db),
    cases: await readCaseDesk(db, { id, role }, now),
    signIns: activity.one,
    changes: activity.all,
    visits: await sumByDay(db, now, 30),
  }
}

export type StaffDesk = Awaited<ReturnType<typeof readDesk>>
