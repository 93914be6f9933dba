import type { Plain } from '#features/forms/questions.ts'

/** How nominations and applications move. Each has a table of its own; this is what the tables have in common. */

/** Who makes a move: the two roles of staff, somebody by a mailed link, or the site itself when a time has come. */
export type Mover = 'editor' | 'admin' | 'proposer' | 'nominee' | 'applicant' | 'system'

export interface MoveRule<State extends string> {
  /** On the button; for what the site or a link does, how the history calls it. */
  label: string
  from: readonly State[]
  to: State
  by: readonly Mover[]
  /** What is recorded with it. */
  asks?: readonly Plain[]
  /** Whether many may be moved at once: nothing is asked that differs from one to the next. */
  bulk?: true
  /** Nobody is written to, and what was written and has not left yet is dropped. */
  silent?: true
  /** It takes one of these back: the case stands again where it stood before that; `to` is the first such state. */
  undoes?: readonly string[]
  /** With it the Academy has decided; statistics count the days until then. */
  decides?: true
}

export interface StateRule {
  /** What staff read. */
  label: string
  /** What those outside read. */
  publicLabel: string
  /** Nothing leads on from here. */
  isEnd?: true
  /** Whom it waits for, which is the queue it stands in. */
  waitsFor: 'office' | 'administrator' | 'people' | 'nobody'
  /** After so many days without a move the site makes this one. */
  after?: { days: number; move: string }
}

export interface Workflow<State extends string = string, Move extends string = string> {
  first: State
  states: Record<State, StateRule>
  moves: Record<Move, MoveRule<State>>
}

export type CaseMoveRefusal = 'wrong-state' | 'for-administrators' | 'for-others'

export const refusalSentences: Record<CaseMoveRefusal, string> = {
  'wrong-state': 'Someone else changed this case. Check its current status, then try again.',
  'for-administrators': 'Only an administrator can do this.',
  'for-others': 'Only the people concerned can do this, not the office.',
}

/** Why somebody may not make a move, or nothing where they may. */
export function refusalOf(
  { moves }: Workflow,
  move: string,
  { state }: { state: string },
  who: Mover,
): CaseMoveRefusal | undefined {
  const rule = Object.hasOwn(moves, move) ? moves[move] : undefined
  if (!rule?.from.includes(state)) return 'wrong-state'
  if (rule.by.includes(who)) return undefined
  return rule.by.includes('admin') ? 'for-administrators' : 'for-others'
}

/** Every move that leads on from where a case stands and that staff make, with why it is not open to this one. */
export function staffMoves(workflow: Workflow, current: { state: string }, who: 'editor' | 'admin') {
  return Object.entries(workflow.moves)
    .filter(([, rule]) => rule.from.includes(current.state) && rule.by.some(isStaff))
    .map(([move, rule]) => ({ move, rule, refusal: refusalOf(workflow, move, current, who) }))
}

/** The states of a case that still goes on, for queues and for the rule of one open case a person. */
export function openStates({ states }: Workflow): string[] {
  return Object.entries(states).flatMap(([state, { isEnd }]) => (isEnd ? [] : [state]))
}

function isStaff(who: Mover): who is 'editor' | 'admin' {
  return who === 'editor' || who === 'admin'
}
