import { countTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'
import type { EnquiryQueue } from './workflow.ts'

export function enquiryTasks(counts: Pick<Record<EnquiryQueue, number>, 'new' | 'held'>): DeskTask[] {
  return [
    ...countTask('enquiries', counts.new, 'new enquiry', 'new enquiries', '/editor/enquiries'),
    ...countTask(
      'held-enquiries',
      counts.held,
      'enquiry to check for spam',
      'enquiries to check for spam',
      '/editor/enquiries?queue=held',
    ),
  ]
}
