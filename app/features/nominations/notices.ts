import { nominationLetters } from './letters.ts'
import type { NominationMove } from './workflow.ts'

type Recipient = 'proposer' | 'seconder' | 'nominee'

export interface NominationNotice {
  to: Recipient
  letter: (typeof nominationLetters)[keyof typeof nominationLetters]
  /** The confirmation request of its link. */
  asks?: 'correct' | 'renew' | 'accept'
}

/** Who is emailed about which move. Other moves cause no email. */
export const notices: Partial<Record<NominationMove, NominationNotice[]>> = {
  complete: [{ to: 'proposer', letter: nominationLetters.complete }],
  return: [
    { to: 'proposer', letter: nominationLetters.returned, asks: 'correct' },
    { to: 'seconder', letter: nominationLetters.returnedSeconder },
  ],
  'confirm-ineligible': [{ to: 'proposer', letter: nominationLetters.ineligible }],
  defer: [{ to: 'proposer', letter: nominationLetters.deferred, asks: 'renew' }],
  elect: [
    { to: 'nominee', letter: nominationLetters.elected, asks: 'accept' },
    { to: 'proposer', letter: nominationLetters.electedOthers },
    { to: 'seconder', letter: nominationLetters.electedOthers },
  ],
  'not-elect': [{ to: 'proposer', letter: nominationLetters.notElected }],
  admit: [{ to: 'nominee', letter: nominationLetters.admitted }],
  annul: [
    { to: 'nominee', letter: nominationLetters.annulled },
    { to: 'proposer', letter: nominationLetters.annulled },
  ],
  decline: [{ to: 'proposer', letter: nominationLetters.closed }],
  withdraw: [{ to: 'proposer', letter: nominationLetters.closed }],
  lapse: [{ to: 'proposer', letter: nominationLetters.closed }],
}

/** Why a nomination ended, for its letter. */
export const endings: Partial<Record<NominationMove, string>> = {
  decline: 'the nominee has declined',
  withdraw: 'you have withdrawn it',
  lapse: 'it was not completed in time',
}
