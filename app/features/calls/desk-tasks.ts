import type { DeskTask } from '#features/desk-tasks/desk-task.ts'
import type { CallsNow } from './call.ts'

/** The calls that close or open at a known time. */
export function callTasks({ open, coming }: Pick<CallsNow, 'open' | 'coming'>): DeskTask[] {
  return [
    ...open.flatMap(({ id, title, href, closesAt }) =>
      closesAt === undefined ? [] : [callTask({ id, title, href }, 'Closes', closesAt)],
    ),
    ...coming.flatMap(({ id, title, href, opensAt }) =>
      opensAt === undefined ? [] : [callTask({ id, title, href }, 'Opens', opensAt)],
    ),
  ]
}

function callTask(call: { id: string; title: string; href: string }, words: string, at: number): DeskTask {
  return { ...call, id: `call-${call.id}`, meta: { words, at }, dueAt: at }
}
