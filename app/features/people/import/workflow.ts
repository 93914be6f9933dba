import type { PeopleImportState } from '#db/schema/tables.ts'

/** The states of an import, as staff read them. */
export const stateLabels: Record<PeopleImportState, string> = {
  reading: 'Being read',
  mapping: 'Waiting for columns',
  checking: 'Being checked',
  checked: 'Checked, not imported yet',
  running: 'Being imported',
  done: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  refused: 'Rejected',
}

/** The outcome of a row, as the report says it. */
export const resultLabels = {
  added: 'Added',
  updated: 'Updated',
  skipped: 'Skipped',
  failed: 'Rejected',
  removed: 'Added, then undone',
  'put-back': 'Updated, then undone',
  binned: 'Added, removed since',
  proposed: 'Added, now proposed for removal',
  kept: 'Not undone: changed since the import',
} as const

/** Where each move may start and where it leads. Nothing else decides this. */
export const moves = {
  map: { from: ['mapping', 'checked'], to: 'checking' },
  decide: { from: ['checked'], to: 'checked' },
  start: { from: ['checked'], to: 'running' },
  'cancel-check': { from: ['checking'], to: 'mapping' },
  cancel: { from: ['running'], to: 'done' },
  undo: { from: ['done'], to: 'undoing' },
  discard: { from: ['reading', 'mapping', 'checked', 'refused'], to: 'refused' },
} as const satisfies Record<string, { from: PeopleImportState[]; to: PeopleImportState }>

export type ImportMove = keyof typeof moves

/** Nothing more is going to happen to the rows then. */
export function hasReport(state: PeopleImportState): boolean {
  return state === 'done' || state === 'undone'
}

export function isOpenMove(move: ImportMove, state: PeopleImportState): boolean {
  return (moves[move].from as readonly PeopleImportState[]).includes(state)
}

/** Work on it is running, so its page polls. */
export function isUnderWay(state: PeopleImportState): boolean {
  return state === 'reading' || state === 'checking' || state === 'running' || state === 'undoing'
}

/** What can be done with a row that may be about someone already in the register. */
export const decisions = {
  skip: 'Skip',
  update: 'Update existing',
  add: 'Add as new',
} as const

export type RowDecision = keyof typeof decisions
export type MatchKind = 'number' | 'name'

/**
 * A number belongs to one person, so a row with an existing number cannot be added. A duplicate of an earlier row in
 * the same file is not in the register yet and cannot be updated.
 */
export function openDecisions(kind: MatchKind, isInFile = false): RowDecision[] {
  if (kind === 'number') return ['update', 'skip']
  return isInFile ? ['skip', 'add'] : ['skip', 'update', 'add']
}

/** The placeholder for a person when the match is an earlier row of the file. */
export const fileRowMark = 'row:'
