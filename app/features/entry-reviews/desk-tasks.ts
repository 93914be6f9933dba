import { kindNames } from '#features/content/kinds/kinds.ts'
import type { DeskTask } from '#features/desk-tasks/desk-task.ts'
import { removalVerbs, type Removal } from './endings.ts'
import type { ReviewDesk, ReviewLine } from './desk-queries.server.ts'

/** Entries that this person is to review, and their own that a reviewer has decided. */
export function entryReviewTasks({ toReview, decided }: ReviewDesk): DeskTask[] {
  return [
    ...decided
      .filter(({ outcome }) => outcome === 'returned')
      .map((line) => (line.removal === null ? returned(line) : removed(line, line.removal))),
    ...toReview.map(assigned),
    ...decided.filter(({ outcome }) => outcome === 'approved').map(approved),
  ]
}

function assigned({ id, kind, title, requester, requestedAt }: ReviewLine): DeskTask {
  return {
    ...rowOf('to-review', id, title, requestedAt),
    meta: `Assigned to you for review${requester ? ` by ${requester}` : ''}: ${kindNames[kind].one}`,
  }
}

function returned({ id, title, decider, decidedAt }: ReviewLine): DeskTask {
  return {
    ...rowOf('returned', id, title, decidedAt),
    meta: `${decider ?? 'A reviewer'} asks you to change this. Open it to read the note.`,
  }
}

function removed({ id, title, decider, decidedAt }: ReviewLine, removal: Removal): DeskTask {
  const act = removal === 'discard' ? 'discarded your changes' : `${removalVerbs[removal]} this`
  return {
    ...rowOf('removed', id, title, decidedAt),
    meta: `${decider ?? 'A colleague'} ${act}, which you submitted for review. Open it to read the note.`,
  }
}

function approved({ id, title, decider, decidedAt }: ReviewLine): DeskTask {
  return { ...rowOf('approved', id, title, decidedAt), meta: `Approved by ${decider ?? 'a reviewer'}` }
}

function rowOf(group: string, id: string, title: string, at: number | null): DeskTask {
  return {
    id: `${group}-${id}`,
    title,
    href: `/editor/entries/${id}#review`,
    ...(at !== null && { margin: { at } }),
  }
}
