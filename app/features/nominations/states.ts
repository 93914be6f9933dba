import type { StateRule } from '#features/cases/workflow.ts'

/** The states of a nomination. */

export type NominationState =
  | 'submitted'
  | 'complete'
  | 'returned'
  | 'ineligible_proposed'
  | 'ineligible'
  | 'referred'
  | 'recommended'
  | 'not_recommended'
  | 'deferred'
  | 'elected'
  | 'accepted'
  | 'admitted'
  | 'not_elected'
  | 'annulled'
  | 'declined'
  | 'withdrawn'
  | 'lapsed'
  | 'spam'

export const states: Record<NominationState, StateRule> = {
  submitted: {
    label: 'Confirmations pending',
    publicLabel: 'Received, confirmations pending',
    waitsFor: 'people',
    after: { days: 30, move: 'lapse' },
  },
  complete: { label: 'Under scrutiny', publicLabel: 'Under scrutiny', waitsFor: 'office' },
  returned: {
    label: 'Returned for correction',
    publicLabel: 'Correction needed',
    waitsFor: 'people',
    after: { days: 30, move: 'lapse' },
  },
  ineligible_proposed: {
    label: 'Proposed as ineligible',
    publicLabel: 'Under scrutiny',
    waitsFor: 'administrator',
  },
  ineligible: { label: 'Not eligible', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  referred: { label: 'Referred', publicLabel: 'With the Academy', waitsFor: 'administrator' },
  recommended: { label: 'Recommended', publicLabel: 'With the Academy', waitsFor: 'administrator' },
  not_recommended: {
    label: 'Not recommended',
    publicLabel: 'With the Academy',
    waitsFor: 'administrator',
  },
  deferred: {
    label: 'Carried forward',
    publicLabel: 'Carried forward',
    waitsFor: 'people',
    after: { days: 400, move: 'lapse' },
  },
  elected: { label: 'Elected, acceptance pending', publicLabel: 'Elected', waitsFor: 'people' },
  accepted: { label: 'Elected and accepted', publicLabel: 'Elected', waitsFor: 'administrator' },
  admitted: { label: 'Admitted', publicLabel: 'Admitted', isEnd: true, waitsFor: 'nobody' },
  not_elected: {
    label: 'Not elected',
    publicLabel: 'Not elected this cycle',
    isEnd: true,
    waitsFor: 'nobody',
  },
  annulled: { label: 'Election annulled', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  declined: { label: 'Declined by the nominee', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  withdrawn: { label: 'Withdrawn', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  lapsed: { label: 'Lapsed', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
  spam: { label: 'Closed as spam', publicLabel: 'Closed', isEnd: true, waitsFor: 'nobody' },
}
