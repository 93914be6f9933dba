import type { LetterKind } from '#features/letters/kinds.ts'
import type { NominationMove } from './workflow.ts'

type Recipient = 'proposer' | 'seconder' | 'nominee'

export interface NominationNotice {
  to: Recipient
  letter: LetterKind
  /** The question that its link asks. */
  asks?: 'correct' | 'renew' | 'accept'
}

/** Who is told of which move. What is not here is told to nobody. */
export const tellings: Partial<Record<NominationMove, NominationNotice[]>> = {
  complete: [{ to: 'proposer', letter: 'nomination.complete' }],
  return: [
    { to: 'proposer', letter: 'nomination.returned', asks: 'correct' },
    { to: 'seconder', letter: 'nomination.returned-seconder' },
  ],
  'confirm-ineligible': [{ to: 'proposer', letter: 'nomination.ineligible' }],
  defer: [{ to: 'proposer', letter: 'nomination.deferred', asks: 'renew' }],
  elect: [
    { to: 'nominee', letter: 'nomination.elected', asks: 'accept' },
    { to: 'proposer', letter: 'nomination.elected-others' },
    { to: 'seconder', letter: 'nomination.elected-others' },
  ],
  'not-elect': [{ to: 'proposer', letter: 'nomination.not-elected' }],
  admit: [{ to: 'nominee', letter: 'nomination.admitted' }],
  decline: [{ to: 'proposer', letter: 'nomination.closed' }],
  withdraw: [{ to: 'proposer', letter: 'nomination.closed' }],
  lapse: [{ to: 'proposer', letter: 'nomination.closed' }],
}

/** Why a nomination ended, as its letter says it. */
export const endings: Partial<Record<NominationMove, string>> = {
  decline: 'the nominee has declined',
  withdraw: 'you have withdrawn it',
  lapse: 'it was not completed in time',
}
