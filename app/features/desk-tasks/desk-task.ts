import { dayMs } from '#office-time.ts'
/** Something that waits for staff, as a row of a dashboard. Each feature words its own. */
export interface DeskTask {
  id: string
  title: string
  href?: string | undefined
  /** In the margin, such as how long it has waited. */
  margin?: TimedWords | undefined
  /** Below the title. */
  meta?: TimedWords | undefined
  /** When it must be done, if that is known. */
  dueAt?: number | undefined
  /** Nobody has to act on it today. */
  isLater?: true
}

/** Words, or a time with words before it: “Closes 31 January 2027, 23:59 IST”. */
export type TimedWords = string | { words?: string; at: number }

const todayDays = 7
const soonDays = 30

/** Today is what waits and what is due within a week; soon is what follows within a month, the next first. */
export function splitTasks(tasks: DeskTask[], now: number): { today: DeskTask[]; soon: DeskTask[] } {
  const within = (days: number) => (task: DeskTask) => (task.dueAt ?? 0) <= now + days * dayMs
  const isToday = (task: DeskTask) => !task.isLater && within(todayDays)(task)
  return {
    today: tasks.filter(isToday),
    soon: tasks
      .filter((task) => !isToday(task) && within(soonDays)(task))
      .toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) || 0),
  }
}

/** One row for a number of things, or none. */
export function countTask(
  id: string,
  count: number | undefined,
  one: string,
  many: string,
  href?: string,
): DeskTask[] {
  if (!count) return []
  return [{ id, title: `${count} ${count === 1 ? one : many}`, href }]
}

/** Says how many a list leaves out. */
export function moreTask(id: string, count: number, words = 'more'): DeskTask[] {
  return count > 0 ? [{ id, title: `and ${count} ${words}` }] : []
}
