import type { DeskTask } from '#features/desk-tasks/desk-task.ts'
import type { CallsNow } from './call.ts'

/** The calls that are open, the soonest to close first. */
export function callTasks({ open }: Pick<CallsNow, 'open'>): DeskTask[] {
  return open.map(({ id, title, href, closesAt }) => ({
    id: `call-${id}`,
    title,
    href,
    meta: closesAt === undefined ? 'Open, no closing date' : { words: 'Closes', at: closesAt },
  }))
}
