import { countTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'

export function jobTasks(failed: number | undefined): DeskTask[] {
  return countTask('failed-jobs', failed, 'background job failed', 'background jobs failed', '/admin/system')
}
