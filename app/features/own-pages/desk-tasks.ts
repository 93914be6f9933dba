import { countTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'

/** What people in the register ask the office to change. */
export function ownRequestTasks(count: number): DeskTask[] {
  const list = '/editor/people/requests'
  return countTask(
    'own-requests',
    count,
    'request of a member or fellow',
    'requests of members and fellows',
    list,
  )
}
