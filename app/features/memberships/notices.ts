import { membershipLetters } from './letters.ts'
import type { MembershipMove } from './workflow.ts'

export interface MembershipNotice {
  letter: (typeof membershipLetters)[keyof typeof membershipLetters]
  /** The confirmation request of its link. */
  asks?: 'answer'
  /** Whether it says how to pay what is missing. */
  asksToPay?: true
}

/** What the applicant is told about which move. */
export const notices: Partial<Record<MembershipMove, MembershipNotice>> = {
  verify: { letter: membershipLetters.received, asksToPay: true },
  ask: { letter: membershipLetters.infoNeeded, asks: 'answer' },
  'match-payment': { letter: membershipLetters.paymentFound },
  'part-payment': { letter: membershipLetters.paymentShort, asksToPay: true },
  'payment-complete': { letter: membershipLetters.paymentFound },
  'accept-payment': { letter: membershipLetters.paymentFound },
  enrol: { letter: membershipLetters.enrolled },
  decline: { letter: membershipLetters.declined },
  withdraw: { letter: membershipLetters.closed },
  lapse: { letter: membershipLetters.closed },
}

/** Why an application ended, for its letter. */
export const endings: Partial<Record<MembershipMove, string>> = {
  withdraw: 'you have withdrawn it',
  lapse: 'it was not completed in time',
}
