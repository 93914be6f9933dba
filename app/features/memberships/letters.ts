import type { LetterKind } from '#features/letters/kinds.ts'
import type { MembershipMove } from './workflow.ts'

export interface MembershipNotice {
  letter: LetterKind
  /** The question that its link asks. */
  asks?: 'answer'
}

/** What the applicant is told of which move. */
export const tellings: Partial<Record<MembershipMove, MembershipNotice>> = {
  verify: { letter: 'membership.received' },
  ask: { letter: 'membership.info-needed', asks: 'answer' },
  'match-payment': { letter: 'membership.payment-found' },
  enrol: { letter: 'membership.enrolled' },
  decline: { letter: 'membership.declined' },
  withdraw: { letter: 'membership.closed' },
  lapse: { letter: 'membership.closed' },
}

/** Why an application ended, as its letter says it. */
export const endings: Partial<Record<MembershipMove, string>> = {
  withdraw: 'you have withdrawn it',
  lapse: 'it was not completed in time',
}
