import { countTask, moreTask, type DeskTask, type TimedWords } from '#features/desk-tasks/desk-task.ts'
import { kindNames } from '#features/content/kinds/kinds.ts'
import { capital } from '#server/input/capital.ts'
import type { DeskLine } from './desk-queries.server.ts'

/** The first entries of a list of the dashboard, and how many there are in all. */
export interface DeskLines {
  total: number
  lines: DeskLine[]
}

export function reviewTasks(inReview: DeskLines): DeskTask[] {
  return entryTasks(inReview, ({ kind }) => `Waiting for review: ${kindNames[kind].one}`)
}

/** Someone's own entries, each with its kind. */
export function ownTasks(entries: DeskLines): DeskTask[] {
  return entryTasks(entries, ({ kind }) => capital(kindNames[kind].one))
}

/** What someone typed and has not saved as a version. */
export function unsavedTasks(unsaved: DeskLines): DeskTask[] {
  return entryTasks(unsaved, ({ kind }) => `You have unsaved changes: ${kindNames[kind].one}`).map(
    (task) => ({
      ...task,
      id: `unsaved-${task.id}`,
    }),
  )
}

export function scheduledTasks(scheduled: DeskLines): DeskTask[] {
  const tasks = entryTasks(scheduled, ({ publishAt, updatedAt }) => ({
    words: 'Will be published',
    at: publishAt ?? updatedAt,
  }))
  return tasks.map((task, at) => ({
    ...task,
    isLater: true,
    dueAt: (scheduled.lines[at] ?? scheduled.lines.at(-1))?.publishAt ?? undefined,
  }))
}

export function sampleTasks(count: number, href: string | undefined): DeskTask[] {
  const words = ['sample entry is visible to visitors', 'sample entries are visible to visitors'] as const
  return countTask('samples', count, ...words, href).map((task) => ({ ...task, isLater: true }))
}

function entryTasks({ total, lines }: DeskLines, metaOf: (line: DeskLine) => TimedWords): DeskTask[] {
  const tasks = lines.map((line) => ({
    id: `entry-${line.id}`,
    title: line.title,
    href: `/editor/entries/${line.id}`,
    margin: line.publishAt === null ? { at: line.updatedAt } : undefined,
    meta: metaOf(line),
  }))
  return [...tasks, ...moreTask(`more-${lines[0]?.id}`, total - lines.length)]
}
