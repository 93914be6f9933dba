import { countTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'

export function mailTasks(failed: number | undefined, bounced: number | undefined): DeskTask[] {
  return [
    ...countTask('failed-mail', failed, 'email could not be sent', 'emails could not be sent', '/admin/mail'),
    ...countTask('bounced-mail', bounced, 'email bounced', 'emails bounced', '/admin/mail?state=bounced'),
  ]
}
