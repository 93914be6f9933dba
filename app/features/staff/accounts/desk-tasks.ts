import { countTask, type DeskTask } from '#features/desk-tasks/desk-task.ts'

/** How many accounts wait for approval, and since when; who they are is on the page whose reading is recorded. */
export function accountTasks(pending: { count: number; oldestAt: number | null } | undefined): DeskTask[] {
  const { count = 0, oldestAt = null } = pending ?? {}
  return countTask(
    'pending',
    count,
    'account is waiting for approval',
    'accounts are waiting for approval',
    count === 1 ? '/admin/staff/waiting' : '/admin/staff?state=pending',
  ).map((task) => ({
    ...task,
    ...(oldestAt !== null && {
      meta: { words: count === 1 ? 'Waiting since' : 'Oldest waiting since', at: oldestAt },
    }),
  }))
}
