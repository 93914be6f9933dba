import type { ConfirmationPurpose } from '#db/schema/tables.ts'

/** What staff read for each kind of confirmation request. */
export const requestTitles: Record<ConfirmationPurpose, string> = {
  consent: 'Nominee’s consent',
  second: 'Seconder’s remarks',
  verify: 'Sender’s email confirmation',
  correct: 'Proposer’s correction',
  renew: 'Proposer’s update',
  answer: 'Applicant’s additional information',
  accept: 'Acceptance of the election',
  status: 'Status check',
}
