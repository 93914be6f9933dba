import type { Db, StaffRole } from '#db/schema/tables.ts'
import { countWaitingCases } from '#features/casework/desk.server.ts'
import { countInReview } from '#features/content/reading/desk-queries.server.ts'
import { countQueues } from '#features/enquiries/queries.server.ts'
import { countFailedMail } from '#features/mail/queries.server.ts'
import { readSettings } from '#features/settings/queries.server.ts'
import { mayPublish } from '#features/settings/rights.ts'
import { countPendingAccounts } from '#features/staff/accounts/queries.server.ts'

/** How much waits for this person in each area, by the address of the area. */
export async function countWaiting(
  db: Db,
  who: { id: string; role: StaffRole },
): Promise<Record<string, number>> {
  const { editorsPublish } = await readSettings(db)
  const inReview = mayPublish({ role: who.role, editorsPublish }) ? await countInReview(db) : []
  return {
    '/editor/cases': await countWaitingCases(db, who),
    '/editor/enquiries': (await countQueues(db, who.id)).new,
    ...Object.fromEntries(inReview.map(({ kind, count }) => [`/editor/content/${kind}`, count])),
    ...(who.role === 'admin' && {
      '/admin/staff': (await countPendingAccounts(db)).count,
      '/admin/mail': await countFailedMail(db),
    }),
  }
}
