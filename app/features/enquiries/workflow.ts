import type { EnquiryState } from '#db/schema/tables.ts'

/** How the office deals with a message. Nothing else decides what can be done when. */

export const queues = {
  new: 'New',
  mine: 'Mine',
  held: 'Possible spam',
  answered: 'Answered',
  closed: 'Closed',
} as const

export type EnquiryQueue = keyof typeof queues

export type EnquiryMove = 'clear' | 'spam' | 'close' | 'reopen'

interface Rule {
  from: readonly EnquiryState[]
  to: EnquiryState
  /** The words of its button, and of the message afterwards. */
  label: string
  done: string
}

export const enquiryMoves: Record<EnquiryMove, Rule> = {
  clear: { from: ['held'], to: 'new', label: 'Not spam', done: 'marked as not spam' },
  spam: { from: ['new', 'held'], to: 'closed', label: 'Close as spam', done: 'closed as spam' },
  close: { from: ['new', 'answered'], to: 'closed', label: 'Close', done: 'closed' },
  reopen: { from: ['closed'], to: 'new', label: 'Reopen', done: 'reopened' },
}

/** A held message is looked at first, and a closed one opened again. */
export const answerableStates: readonly EnquiryState[] = ['new', 'answered']

export function openEnquiryMoves(state: EnquiryState): EnquiryMove[] {
  return (Object.keys(enquiryMoves) as EnquiryMove[]).filter((move) =>
    enquiryMoves[move].from.includes(state),
  )
}

/** What an entry of a message's history is called. */
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

/** What the page of the form says it is; a program that sends what it once noted often leaves it out. */
export const pageMark = 'contact-page'
