import { spamMoves } from '#features/cases/spam.ts'
import type { MoveRule, Workflow } from '#features/cases/workflow.ts'
import { line } from '#features/forms/pieces.ts'
import type { PlainQuestion } from '#features/forms/questions.ts'
import { states, type NominationState } from './states.ts'

export type { NominationState }

/**
 * The life of a nomination of either grade. The site records what the Academy's bodies decide; it runs no vote. Nothing
 * else decides which moves are possible and who may make them.
 */

export type NominationMove =
  | 'complete'
  | 'return'
  | 'correct'
  | 'ask-again'
  | 'correct-address'
  | 'not-me'
  | 'propose-ineligible'
  | 'confirm-ineligible'
  | 'keep-eligible'
  | 'refer'
  | 'recommend'
  | 'not-recommend'
  | 'elect'
  | 'not-elect'
  | 'defer'
  | 'renew'
  | 'accept'
  | 'decline'
  | 'admit'
  | 'annul'
  | 'withdraw'
  | 'lapse'
  | 'close-as-spam'
  | 'close-confirmed-as-spam'
  | 'restore'

const office = ['editor', 'admin'] as const

const reason: PlainQuestion = {
  kind: 'words',
  name: 'reason',
  label: 'What needs correcting',
  hint: 'We send it to the proposer and the seconder as you write it.',
  maxLength: 2000,
}
export const maxRuleLength = 1000
const rule: PlainQuestion = {
  kind: 'words',
  name: 'rule',
  label: 'Rule that is not met',
  hint: 'If the nomination is closed, we send this to the proposer as you write it.',
  maxLength: maxRuleLength,
}
const meeting: PlainQuestion[] = [
  line('meeting', 'Meeting', 150),
  line('minute', 'Number in the minutes', 40, { optional: true }),
  line('votes', 'Votes', 60, { optional: true }),
]

export const moves: Record<NominationMove, MoveRule<NominationState>> = {
  complete: { label: 'All confirmations are in', from: ['submitted'], to: 'complete', by: ['system'] },
  return: {
    label: 'Return for correction',
    from: ['complete'],
    to: 'returned',
    by: office,
    asks: [reason, { kind: 'day', name: 'due', label: 'Answer due by', ahead: true }],
  },
  correct: { label: 'Corrected and submitted again', from: ['returned'], to: 'complete', by: ['proposer'] },
  'ask-again': {
    label: 'Submitted again with other people to confirm',
    from: ['submitted', 'returned', 'deferred'],
    to: 'submitted',
    by: ['proposer'],
  },
  'correct-address': {
    label: 'Email address corrected',
    from: ['submitted'],
    to: 'submitted',
    by: ['proposer', 'system'],
  },
  // The address is wrong, so the nomination goes on when it is corrected.
  'not-me': {
    label: 'Our email reached the wrong person',
    from: ['submitted'],
    to: 'submitted',
    by: ['proposer', 'nominee'],
  },
  'propose-ineligible': {
    label: 'Propose as ineligible',
    from: ['complete'],
    to: 'ineligible_proposed',
    by: office,
    asks: [rule],
  },
  'confirm-ineligible': {
    grave: true,
    label: 'Close as not eligible',
    from: ['ineligible_proposed'],
    to: 'ineligible',
    by: ['admin'],
    judgedBy: ['scrutiny'],
    decides: true,
    bulk: true,
  },
  'keep-eligible': {
    label: 'Return to scrutiny',
    from: ['ineligible_proposed'],
    to: 'complete',
    by: ['admin'],
    bulk: true,
  },
  refer: {
    label: 'Refer',
    from: ['complete'],
    to: 'referred',
    by: office,
    bulk: true,
    asks: [
      line('section', 'Section or committee', 120),
      { kind: 'words', name: 'referees', label: 'Referees', optional: true, maxLength: 1000 },
    ],
  },
  recommend: {
    label: 'Record as recommended',
    from: ['referred'],
    to: 'recommended',
    by: ['admin'],
    bulk: true,
    asks: meeting,
  },
  'not-recommend': {
    label: 'Record as not recommended',
    from: ['referred'],
    to: 'not_recommended',
    by: ['admin'],
    bulk: true,
    asks: meeting,
  },
  elect: {
    grave: true,
    label: 'Record as elected',
    from: ['recommended'],
    to: 'elected',
    by: ['admin'],
    judgedBy: ['scrutiny', 'decision'],
    decides: true,
    asks: [
      ...meeting,
      { kind: 'day', name: 'electedOn', label: 'Day of election', yearsBack: 0 },
      {
        kind: 'words',
        name: 'citation',
        label: 'Final citation',
        hint: 'The elected person reads it as you write it.',
        max: 50,
        maxLength: 600,
        printed: true,
      },
      { kind: 'day', name: 'embargo', label: 'Do not announce before', optional: true },
    ],
  },
  'not-elect': {
    grave: true,
    label: 'Record as not elected',
    from: ['recommended', 'not_recommended'],
    to: 'not_elected',
    by: ['admin'],
    judgedBy: ['scrutiny', 'decision'],
    decides: true,
    bulk: true,
    asks: meeting,
  },
  defer: {
    label: 'Carry forward to the next cycle',
    from: ['recommended', 'not_recommended'],
    to: 'deferred',
    by: ['admin'],
    bulk: true,
  },
  renew: { label: 'Updated by the proposer', from: ['deferred'], to: 'complete', by: ['proposer'] },
  accept: { label: 'Accepted by the nominee', from: ['elected'], to: 'accepted', by: ['nominee'] },
  decline: {
    label: 'Declined by the nominee',
    from: ['submitted', 'elected'],
    to: 'declined',
    by: ['nominee'],
  },
  admit: {
    grave: true,
    label: 'Admit',
    from: ['accepted'],
    to: 'admitted',
    by: ['admin'],
    judgedBy: ['admission'],
    asks: [
      line('fellowNo', 'Fellow number', 12, { format: 'member-number' }),
      line('memberNo', 'Membership number', 12, {
        format: 'member-number',
        hint: 'As in the register. Honorary Fellows need none.',
        optional: true,
      }),
      line('conference', 'Admitted at', 150, { optional: true }),
      {
        kind: 'tick',
        name: 'announceEarly',
        label: 'Announce it before the recorded date',
        optional: true,
      },
    ],
  },
  annul: {
    label: 'Annul the election',
    grave: true,
    from: ['elected', 'accepted'],
    to: 'annulled',
    by: ['admin'],
    judgedBy: ['scrutiny', 'decision'],
    asks: [
      {
        kind: 'words',
        name: 'annulReason',
        label: 'Reason',
        hint: 'Only staff can see it.',
        maxLength: 1000,
      },
      {
        kind: 'words',
        name: 'message',
        label: 'Message to the nominee and the proposer',
        hint: 'We send it as you write it. Leave empty to give no reason.',
        optional: true,
        maxLength: 1000,
      },
    ],
  },
  withdraw: {
    label: 'Withdrawn by the proposer',
    from: ['submitted', 'complete', 'returned', 'deferred'],
    to: 'withdrawn',
    by: ['proposer'],
  },
  lapse: {
    label: 'Lapsed',
    from: ['submitted', 'returned', 'deferred'],
    to: 'lapsed',
    by: ['system'],
  },
  ...spamMoves(['complete', 'returned']),
}

export const workflow: Workflow<NominationState, NominationMove> = { first: 'submitted', states, moves }
