/** Something that waits for staff, as a row of a dashboard. Each feature words its own. */
export interface DeskTask {
  id: string
  title: string
  href?: string | undefined
  /** In the margin, such as how long it has waited. */
  margin?: TimedWords | undefined
  /** Below the title. */
  meta?: TimedWords | undefined
}

/** Words, or a time with words before it: “Closes 31 January 2027, 23:59 IST”. */
export type TimedWords = string | { words?: string; at: number }

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
