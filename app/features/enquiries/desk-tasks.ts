import { countTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'
import type { EnquiryQueue } from './workflow.ts'

type Counts = Pick<Record<EnquiryQueue, number>, 'new' | 'held'>

/** What came in; a single new message leads to it. */
export function enquiryTasks(counts: Counts, onlyNew?: string): DeskTask[] {
  const list = '/editor/enquiries'
  return [
    ...countTask(
      'enquiries',
      counts.new,
      'new enquiry',
      'new enquiries',
      onlyNew ? `${list}/${onlyNew}` : list,
    ),
    ...countTask(
      'held-enquiries',
      counts.held,
      'enquiry to check for spam',
      'enquiries to check for spam',
      '/editor/enquiries?queue=held',
    ),
  ]
}
