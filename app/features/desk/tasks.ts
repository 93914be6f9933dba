import { caseTasks } from '#features/casework/desk-tasks.ts'
import {
  reviewTasks,
  sampleTasks,
  scheduledTasks,
  unsavedTasks,
} from '#features/content/reading/desk-tasks.ts'
import type { DeskTask } from '#features/desk-tasks/desk-task.ts'
import { entryReviewTasks } from '#features/entry-reviews/desk-tasks.ts'
import { enquiryTasks } from '#features/enquiries/desk-tasks.ts'
import { ownRequestTasks } from '#features/own-pages/desk-tasks.ts'
import { mailTasks } from '#features/mail/desk-tasks.ts'
import { callTasks } from '#features/calls/desk-tasks.ts'
import { accountTasks } from '#features/staff/accounts/desk-tasks.ts'
import { jobTasks } from '#features/watching/desk-tasks.ts'
import type { AdminDesk, SharedDesk } from './desk.server.ts'

/** Everything on the dashboard of an administrator, in the words of each feature: people and the machine first. */
export function adminTasks(desk: AdminDesk): DeskTask[] {
  return [
    ...accountTasks(desk.pending),
    ...mailTasks(desk.failedMail, desk.bouncedMail),
    ...jobTasks(desk.failedJobs),
    ...caseTasks(desk.cases),
    ...ownRequestTasks(desk.ownRequests),
    ...enquiryTasks(desk.enquiries, desk.onlyEnquiry),
    ...textTasks(desk),
    ...laterTasks(desk, '/admin/samples'),
  ]
}

/** Everything on the dashboard of an editor: texts first. */
export function editorTasks(desk: SharedDesk): DeskTask[] {
  return [
    ...textTasks(desk),
    ...enquiryTasks(desk.enquiries, desk.onlyEnquiry),
    ...caseTasks(desk.cases),
    ...ownRequestTasks(desk.ownRequests),
    ...laterTasks(desk),
  ]
}

function textTasks(desk: SharedDesk): DeskTask[] {
  return [
    ...entryReviewTasks(desk.reviews),
    ...unsavedTasks(desk.unsaved),
    ...(desk.mayPublish ? reviewTasks(othersInReview(desk)) : []),
  ]
}

function laterTasks({ calls, scheduled, samples }: SharedDesk, samplePage?: string): DeskTask[] {
  return [...callTasks(calls), ...scheduledTasks(scheduled), ...sampleTasks(samples, samplePage)]
}

/** Without those that are listed as assigned to this person. */
function othersInReview({ inReview, reviews }: SharedDesk) {
  const mine = new Set(reviews.toReview.map(({ id }) => id))
  const lines = inReview.lines.filter(({ id }) => !mine.has(id))
  return { lines, total: Math.max(lines.length, inReview.total - mine.size) }
}
