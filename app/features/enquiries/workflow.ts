import type { EnquiryState } from '#db/schema/tables.ts'

/** How the office handles a message. Nothing else decides what can be done when. */

export const queues = {
  new: 'New',
  mine: 'Mine',
  held: 'Possible spam',
  answered: 'Answered',
  closed: 'Closed',
} as const

export const stateLabels: Record<EnquiryState, string> = {
  new: queues.new,
  held: queues.held,
  answered: queues.answered,
  closed: queues.closed,
}

export type EnquiryQueue = keyof typeof queues

export type EnquiryMove = 'clear' | 'spam' | 'close' | 'reopen'

interface EnquiryMoveRule {
  from: readonly EnquiryState[]
  to: EnquiryState
  /** The label of its button, and of the confirmation. */
  label: string
  done: string
}

export const enquiryMoves: Record<EnquiryMove, EnquiryMoveRule> = {
  clear: { from: ['held'], to: 'new', label: 'Not spam', done: 'marked as not spam' },
  spam: { from: ['new', 'held'], to: 'closed', label: 'Close as spam', done: 'closed as spam' },
  close: { from: ['new', 'answered'], to: 'closed', label: 'Close', done: 'closed' },
  reopen: { from: ['closed'], to: 'new', label: 'Reopen', done: 'reopened' },
}

/** A held message is reviewed first, and a closed one reopened. */
export const answerableStates: readonly EnquiryState[] = ['new', 'answered']

export function openEnquiryMoves(state: EnquiryState): EnquiryMove[] {
  return (Object.keys(enquiryMoves) as EnquiryMove[]).filter((move) =>
    enquiryMoves[move].from.includes(state),
  )
}

/** The move that restores the status before a move, if there is one. */
export function inverseOfEnquiryMove(
  move: EnquiryMove,
  before: { state: EnquiryState; isSpam: boolean },
): EnquiryMove | undefined {
  if (move === 'reopen') return before.isSpam ? 'spam' : 'close'
  return enquiryMoves[move].to === 'closed' && before.state === 'new' ? 'reopen' : undefined
}

/** The names of history entries. */
export const eventLabels: Record<string, string> = {
  received: 'Received',
  held: 'Held as possible spam',
  note: 'Note',
  reply: 'Reply',
  assigned: 'Assigned to',
  clear: 'Marked as not spam',
  spam: 'Closed as spam',
  close: 'Closed',
  reopen: 'Reopened',
}

/** The marker in the form's page; a program that replays an earlier request often omits it. */
export const fromContactPage = 'contact-page'
