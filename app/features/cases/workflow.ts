import type { PlainQuestion } from '#features/forms/questions.ts'
import type { RuleStage } from '#features/rulebook/rulebook.ts'

/** How nominations and applications move. Each case type has its own table; this is what the tables have in common. */

/** Who makes a move: the two staff roles, someone by a mailed link, or the site itself when a time has come. */
export type Mover = 'editor' | 'admin' | 'proposer' | 'nominee' | 'applicant' | 'system'

export interface MoveRule<State extends string> {
  /** On the button; for moves by the site or a link, the name in the history. */
  label: string
  from: readonly State[]
  to: State
  by: readonly Mover[]
  /** What is recorded with it. */
  asks?: readonly PlainQuestion[]
  /** Whether it can be done in bulk: it asks nothing that differs from case to case. */
  bulk?: true
  /** Sends no email, and drops letters that have not been sent yet. */
  silent?: true
  /** It undoes one of these: the case returns to the state before that; `to` is the first such state. */
  undoes?: readonly string[]
  /** Recorded first, with a preview of its emails; it takes effect when another officer releases it. */
  grave?: true
  /** With this move the Academy has decided; statistics count the days until then. */
  decides?: true
  /** The stages whose rules are asked before it is made; the answers are stored with it. */
  judgedBy?: readonly RuleStage[]
}

export interface StateRule {
  /** What staff read. */
  label: string
  /** What people outside read. */
  publicLabel: string
  /** No move leads on from here. */
  isEnd?: true
  /** Whom it waits for: its queue. */
  waitsFor: 'office' | 'administrator' | 'people' | 'nobody'
  /** After this many days without a move the site makes this one. */
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

/** Why someone may not make a move, or undefined where they may. */
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

/** Every staff move from the current state, with why it is not open to this person. */
export function staffMoves(workflow: Workflow, current: { state: string }, who: 'editor' | 'admin') {
  return Object.entries(workflow.moves)
    .filter(([, rule]) => rule.from.includes(current.state) && rule.by.some(isStaff))
    .map(([move, rule]) => ({ move, rule, refusal: refusalOf(workflow, move, current, who) }))
}

/** The open states of a case, for queues and for the rule of one open case per person. */
export function openStates({ states }: Workflow): string[] {
  return Object.entries(states).flatMap(([state, { isEnd }]) => (isEnd ? [] : [state]))
}

function isStaff(who: Mover): who is 'editor' | 'admin' {
  return who === 'editor' || who === 'admin'
}
