import type { MailState } from '#server/mail/mail-states.ts'

/** What staff call what became of a letter. */
export const mailStates: Record<MailState, string> = {
  sent: 'Sent',
  failed: 'Failed',
  unsent: 'Waiting',
  bounced: 'Bounced',
}
