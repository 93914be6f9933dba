import { caseTasks } from '#features/casework/desk-tasks.ts'
import { reviewTasks, sampleTasks } from '#features/content/reading/desk-tasks.ts'
import type { DeskTask } from '#features/desk-tasks/desk-task.ts'
import { entryReviewTasks } from '#features/entry-reviews/desk-tasks.ts'
import { enquiryTasks } from '#features/enquiries/desk-tasks.ts'
import { mailTasks } from '#features/mail/desk-tasks.ts'
import { callTasks } from '#features/calls/desk-tasks.ts'
import { accountTasks } from '#features/staff/accounts/desk-tasks.ts'
import { jobTasks } from '#features/watching/desk-tasks.ts'
import type { StaffDesk } from './desk.server.ts'

type ForAdministrators = 'pending' | 'failedMail' | 'bouncedMail' | 'failedJobs' | 'signIns'

/** What a dashboard shows; an editor's has no part that is for administrators. */
export type ShownDesk = Omit<StaffDesk, ForAdministrators> & Partial<StaffDesk>

/** What needs attention today, in the words of each feature, in the order of the dashboard. */
export function tasksOf(desk: ShownDesk, isAdmin: boolean): DeskTask[] {
  return [
    ...accountTasks(desk.pending),
    ...caseTasks(desk.cases),
    ...mailTasks(desk.failedMail, desk.bouncedMail),
    ...enquiryTasks(desk.enquiries, desk.onlyEnquiry),
    ...jobTasks(desk.failedJobs),
    ...entryReviewTasks(desk.reviews),
    ...(desk.mayPublish ? reviewTasks(othersInReview(desk)) : []),
    ...callTasks(desk.calls),
    ...sampleTasks(desk.samples, isAdmin ? '/admin/samples' : undefined),
  ]
}

/** Without those that are listed as assigned to this person. */
function othersInReview({ inReview, reviews }: ShownDesk) {
  const mine = new Set(reviews.toReview.map(({ id }) => id))
  const lines = inReview.lines.filter(({ id }) => !mine.has(id))
  return { lines, total: Math.max(lines.length, inReview.total - mine.size) }
}
