import type { EntryMove } from '#features/content/entry/workflow.ts'

/** How a move ends the review of what a colleague submitted. */
export const outcomes: Partial<Record<EntryMove, 'approved' | 'returned'>> = {
  publish: 'approved',
  schedule: 'approved',
  withdraw: 'returned',
  discard: 'returned',
  archive: 'returned',
  bin: 'returned',
}

/** The moves that take it away instead of asking for changes. */
export const removals = ['discard', 'archive', 'bin'] as const satisfies EntryMove[]

export type Removal = (typeof removals)[number]

export function isRemoval(move: EntryMove): move is Removal {
  return removals.some((one) => one === move)
}

/** Whoever gets back what they submitted, or loses it, reads why. */
export function needsNoteToAuthor(move: EntryMove): boolean {
  return outcomes[move] === 'returned'
}

/** After the name of the colleague, before the title. */
export const removalVerbs: Record<Removal, string> = {
  discard: 'discarded your changes to',
  archive: 'unpublished',
  bin: 'deleted',
}
