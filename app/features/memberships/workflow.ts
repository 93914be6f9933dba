import { spamMoves } from '#features/cases/spam.ts'
import type { MoveRule, StateRule, Workflow } from '#features/cases/workflow.ts'
import { line } from '#features/forms/pieces.ts'
import type { PlainQuestion } from '#features/forms/questions.ts'

/** The life of a membership application. Nothing else decides which moves are possible and who may make them. */

export type MembershipState =
  | 'submitted'
  | 'verified_email'
  | 'in_scrutiny'
  | 'info_needed'
  | 'payment_check'
  | 'payment_ok'
  | 'declined_proposed'
  | 'approved'
  | 'enrolled'
  | 'declined'
  | 'withdrawn'
  | 'lapsed'
  | 'spam'

export type MembershipMove =
  | 'verify'
  | 'scrutinise'
  | 'ask'
  | 'answer'
  | 'check-payment'
  | 'match-payment'
  | 'part-payment'
  | 'payment-complete'
  | 'accept-payment'
  | 'no-payment'
  | 'propose-decline'
  | 'keep'
  | 'approve'
  | 'decline'
  | 'enrol'
  | 'withdraw'
  | 'lapse'
  | 'ask-again'
  | 'close-as-spam'
  | 'close-confirmed-as-spam'
  | 'restore'

const states: Record<MembershipState, StateRule> = {
  submitted: {
    label: 'Email not confirmed',
    publicLabel: 'Received, waiting for you to confirm your email address',
    waitsFor: 'people',
    after: { days: 14, move: 'lapse' },
  },
  verified_email: { label: 'New', publicLabel: 'Received', waitsFor: 'office' },
  in_scrutiny: { label: 'In scrutiny', publicLabel: 'Under scrutiny', waitsFor: 'office' },
  info_needed: {
    label: 'More information needed',
    publicLabel: 'We need something from you',
    waitsFor: 'people',
    after: { days: 60, move: 'lapse' },
  },
  payment_check: { label: 'Payment not found yet', publicLabel: 'Payment being checked', waitsFor: 'office' },
  payment_ok: { label: 'Waiting for approval', publicLabel: 'With the Academy', waitsFor: 'administrator' },
  declined_proposed: {
    label: 'Proposed to be declined',
    publicLabel: 'Under scrutiny',
    waitsFor: 'administrator',
  },
  approved: { label: 'Approved, not enrolled yet', publicLabel: 'Approved', waitsFor: 'administrator' },
  enrolled: { label: 'Enrolled', publicLabel: 'Enrolled', isEnd: true, waitsFor: 'nobody' },
  declined: { label: 'Declined', publicLabel: 'Declined', isEnd: true, waitsFor: 'nobody' },
  withdrawn: { label: 'Withdrawn', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  lapsed: { label: 'Lapsed', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  spam: { label: 'Closed as spam', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
}

const office = ['editor', 'admin'] as const

const privateReason: PlainQuestion = {
  kind: 'words',
  name: 'reason',
  label: 'Reason',
  hint: 'Only staff can see it.',
  maxLength: 1000,
}

const onTheStatement: PlainQuestion[] = [
  { kind: 'count', name: 'amount', label: 'Amount', min: 1, max: 10_000_000, money: true },
  { kind: 'day', name: 'paidOn', label: 'Day on the statement', yearsBack: 0 },
  line('payNumber', 'Transaction number on the statement', 40, { optional: true }),
]

export const moves: Record<MembershipMove, MoveRule<MembershipState>> = {
  verify: { label: 'Email confirmed', from: ['submitted'], to: 'verified_email', by: ['applicant'] },
  scrutinise: {
    label: 'Start scrutiny',
    from: ['verified_email'],
    to: 'in_scrutiny',
    by: office,
    bulk: true,
  },
  ask: {
    label: 'Request more information',
    from: ['in_scrutiny', 'payment_check'],
    to: 'info_needed',
    by: office,
    asks: [
      {
        kind: 'words',
        name: 'reason',
        label: 'What is missing',
        hint: 'We send it to the applicant as you write it.',
        maxLength: 2000,
      },
    ],
  },
  answer: { label: 'Answered by the applicant', from: ['info_needed'], to: 'in_scrutiny', by: ['applicant'] },
  'check-payment': {
    label: 'Check the payment',
    from: ['in_scrutiny'],
    to: 'payment_check',
    by: office,
    bulk: true,
  },
  'match-payment': {
    label: 'Payment found',
    from: ['in_scrutiny', 'payment_check'],
    to: 'payment_ok',
    by: office,
    asks: onTheStatement,
  },
  'part-payment': {
    label: 'Part of the fee found',
    from: ['in_scrutiny', 'payment_check'],
    to: 'payment_check',
    by: office,
    asks: onTheStatement,
  },
  'payment-complete': {
    label: 'Paid in full',
    from: ['payment_check'],
    to: 'payment_ok',
    by: office,
  },
  'accept-payment': {
    label: 'Accept what was paid',
    from: ['payment_check'],
    to: 'payment_ok',
    by: ['admin'],
    asks: [{ kind: 'words', name: 'reason', label: 'Why this is enough', maxLength: 300 }],
  },
  'no-payment': {
    label: 'No fee is due',
    from: ['in_scrutiny', 'payment_check'],
    to: 'payment_ok',
    by: office,
    asks: [{ kind: 'words', name: 'reason', label: 'Why no fee is due', maxLength: 300 }],
  },
  'propose-decline': {
    label: 'Propose to decline',
    from: ['in_scrutiny'],
    to: 'declined_proposed',
    by: office,
    asks: [privateReason],
  },
  keep: {
    label: 'Return to scrutiny',
    from: ['declined_proposed', 'payment_ok'],
    to: 'in_scrutiny',
    by: ['admin'],
    bulk: true,
  },
  approve: {
    label: 'Approve',
    from: ['payment_ok'],
    to: 'approved',
    by: ['admin'],
    judgedBy: ['scrutiny', 'decision'],
    decides: true,
    bulk: true,
    asks: [
      line('decision', 'Decided by', 150, { hint: 'Council, officer or meeting.' }),
      { kind: 'day', name: 'decidedOn', label: 'Day of the decision', yearsBack: 0 },
    ],
  },
  decline: {
    label: 'Decline',
    grave: true,
    from: ['declined_proposed', 'payment_ok'],
    to: 'declined',
    by: ['admin'],
    judgedBy: ['scrutiny', 'decision'],
    decides: true,
    asks: [
      privateReason,
      {
        kind: 'words',
        name: 'publicReason',
        label: 'Message to the applicant',
        hint: 'We send it as you write it. Leave empty to give no reason.',
        optional: true,
        maxLength: 1000,
      },
    ],
  },
  enrol: {
    label: 'Enrol',
    grave: true,
    from: ['approved'],
    to: 'enrolled',
    by: ['admin'],
    judgedBy: ['admission'],
    bulk: true,
    asks: [
      { kind: 'day', name: 'validFrom', label: 'Valid from' },
      {
        kind: 'day',
        name: 'validTo',
        label: 'Valid to',
        hint: 'Leave empty for life membership.',
        optional: true,
      },
      line('identityCheck', 'How you checked that this is the member', 200, {
        hint: 'Only for a renewal or change that nobody confirmed from the address in the register.',
        optional: true,
      }),
    ],
  },
  withdraw: {
    label: 'Withdrawn by the applicant',
    from: ['submitted', 'verified_email', 'in_scrutiny', 'info_needed', 'payment_check', 'payment_ok'],
    to: 'withdrawn',
    by: ['applicant'],
  },
  lapse: { label: 'Lapsed', from: ['submitted', 'info_needed'], to: 'lapsed', by: ['system'] },
  'ask-again': {
    label: 'Submitted again with a new email address',
    from: ['info_needed'],
    to: 'submitted',
    by: ['applicant'],
  },
  ...spamMoves(['verified_email', 'in_scrutiny', 'info_needed']),
}

export const workflow: Workflow<MembershipState, MembershipMove> = { first: 'submitted', states, moves }

/** Past the payment: the fee was paid, an administrator accepted a part of it, or none is due. */
export const settledStates: readonly string[] = [
  'payment_ok',
  'approved',
  'enrolled',
] satisfies MembershipState[]

export function isSettled(state: string): boolean {
  return settledStates.includes(state)
}
