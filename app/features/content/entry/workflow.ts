import type { EntryState } from '#db/schema/tables.ts'
import { mayPublish, type Rights } from '#features/settings/rights.ts'

/** Which moves an entry may make from its state, and who may make them. Nothing else decides this. */

export type EntryMove =
  | 'submit'
  | 'withdraw'
  | 'publish'
  | 'schedule'
  | 'discard'
  | 'archive'
  | 'bin'
  | 'restore'

interface EntryMoveRule {
  label: string
  from: EntryState[]
  to: EntryState
  /** Publishers are administrators, and editors if the settings say so. */
  by: 'writers' | 'publishers'
  /** Who may move it while visitors see it, where that differs. */
  byWhileLive?: 'publishers'
  /** Only while visitors see a version of it. */
  onlyLive?: true
  /** Not for entries with a fixed address in the specification. */
  notFixed?: true
}

export const rules: Record<EntryMove, EntryMoveRule> = {
  submit: { label: 'Submit for review', from: ['draft'], to: 'in_review', by: 'writers' },
  withdraw: { label: 'Return to draft', from: ['in_review', 'scheduled'], to: 'draft', by: 'writers' },
  publish: {
    label: 'Publish',
    from: ['draft', 'in_review', 'scheduled', 'archived'],
    to: 'published',
    by: 'publishers',
  },
  schedule: {
    label: 'Schedule',
    from: ['draft', 'in_review', 'archived'],
    to: 'scheduled',
    by: 'publishers',
  },
  discard: {
    label: 'Discard changes',
    from: ['draft', 'in_review', 'scheduled'],
    to: 'published',
    by: 'writers',
    onlyLive: true,
  },
  archive: {
    label: 'Unpublish',
    from: ['draft', 'in_review', 'scheduled', 'published'],
    to: 'archived',
    by: 'publishers',
    onlyLive: true,
    notFixed: true,
  },
  bin: {
    label: 'Delete',
    from: ['draft', 'in_review', 'scheduled', 'published', 'archived'],
    to: 'binned',
    by: 'writers',
    byWhileLive: 'publishers',
    notFixed: true,
  },
  restore: { label: 'Restore', from: ['binned'], to: 'draft', by: 'writers' },
}

export const stateLabels: Record<EntryState, string> = {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Unpublished',
  binned: 'Deleted',
}

export interface EntryStatus {
  state: EntryState
  isLive: boolean
  /** Whether the specification fixes its address. */
  isFixed: boolean
}

export const moves = Object.keys(rules) as [EntryMove, ...EntryMove[]]

export function openMoves(entry: EntryStatus, who: Rights): EntryMove[] {
  return moves.filter((move) => refusalOf(move, entry, who) === undefined)
}

/** Why a move is not open, or undefined where it is. */
export function refusalOf(move: EntryMove, entry: EntryStatus, who: Rights): EntryMoveRefusal | undefined {
  const rule = rules[move]
  if (!rule.from.includes(entry.state) || (rule.onlyLive && !entry.isLive)) return 'wrong-state'
  if (rule.notFixed && entry.isFixed) return 'fixed-address'
  const by = entry.isLive ? (rule.byWhileLive ?? rule.by) : rule.by
  return by === 'publishers' && !mayPublish(who) ? 'for-administrators' : undefined
}

/** The move that reverses another: it restores the status from before, or a deleted entry as a draft. */
export function inverseOf(move: EntryMove, from: EntryState): EntryMove | undefined {
  if (move === 'bin') return 'restore'
  if (move === 'discard') return undefined
  const isInverse = ({ from: starts, to, onlyLive }: EntryMoveRule) =>
    starts.includes(rules[move].to) && to === from && (!onlyLive || move === 'publish')
  // To schedule again, someone would have to enter the time.
  return moves.find((other) => other !== 'schedule' && isInverse(rules[other]))
}

export type EntryMoveRefusal = 'wrong-state' | 'fixed-address' | 'for-administrators'

export const refusalSentences: Record<EntryMoveRefusal, string> = {
  'wrong-state': 'This is not possible in the current status.',
  'fixed-address': 'The site needs this page, so it has to stay published at its address.',
  'for-administrators': 'Only an administrator can do this.',
}

/** Someone who may not publish must not change what is about to be published automatically. */
export function maySave(entry: Pick<EntryStatus, 'state'>, who: Rights): boolean {
  if (entry.state === 'binned') return false
  return entry.state !== 'scheduled' || mayPublish(who)
}

/** Its address, order and end matter to visitors as soon as it is published or scheduled. */
export function mayRelocate({ state, isLive }: Pick<EntryStatus, 'state' | 'isLive'>, who: Rights): boolean {
  return mayPublish(who) || (!isLive && state !== 'scheduled')
}

/** The state of the entry after a save: something published becomes a draft to be published again. */
export function stateAfterSave(state: EntryState): EntryState {
  return state === 'published' ? 'draft' : state
}
