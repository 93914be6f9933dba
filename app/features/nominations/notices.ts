import type { NominationLetter } from './awards/letters-for.ts'
import type { NominationKind } from './form.ts'
import type { NominationMove } from './workflow.ts'

type Recipient = 'proposer' | 'seconder' | 'nominee'

export interface NominationNotice {
  to: Recipient
  letter: NominationLetter
  /** The confirmation request of its link. */
  asks?: 'correct' | 'renew' | 'accept'
}

/** Who is emailed about which move. Other moves cause no email. */
const notices: Partial<Record<NominationMove, NominationNotice[]>> = {
  complete: [{ to: 'proposer', letter: 'complete' }],
  return: [
    { to: 'proposer', letter: 'returned', asks: 'correct' },
    { to: 'seconder', letter: 'returnedSeconder' },
  ],
  'confirm-ineligible': [{ to: 'proposer', letter: 'ineligible' }],
  defer: [{ to: 'proposer', letter: 'deferred', asks: 'renew' }],
  elect: [
    { to: 'nominee', letter: 'elected', asks: 'accept' },
    { to: 'proposer', letter: 'electedOthers' },
    { to: 'seconder', letter: 'electedOthers' },
  ],
  'not-elect': [{ to: 'proposer', letter: 'notElected' }],
  admit: [{ to: 'nominee', letter: 'admitted' }],
  annul: [
    { to: 'nominee', letter: 'annulled' },
    { to: 'proposer', letter: 'annulled' },
    // Seconders read of the election, but the message is not for them.
    { to: 'seconder', letter: 'annulledSeconder' },
  ],
  decline: [{ to: 'proposer', letter: 'closed' }],
  withdraw: [{ to: 'proposer', letter: 'closed' }],
  lapse: [{ to: 'proposer', letter: 'closed' }],
}

/**
 * Those of a move that led to a state: whoever need not accept is told so. An award is presented in person, and nobody
 * is admitted by it, so we do not write about that.
 */
export function noticesOf(kind: NominationKind, move: NominationMove, to: string): NominationNotice[] {
  if (kind === 'award' && move === 'admit') return []
  const all = notices[move] ?? []
  if (move !== 'elect' || to === 'elected') return all
  return all.map((notice) => (notice.to === 'nominee' ? { to: 'nominee', letter: 'given' } : notice))
}

/** Why a nomination ended, for its letter. */
export const endings: Partial<Record<NominationMove, string>> = {
  decline: 'the nominee has declined',
  withdraw: 'you have withdrawn it',
  lapse: 'it was not completed in time',
}
