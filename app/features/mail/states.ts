import type { MailState } from '#server/mail/mail-states.ts'

/** The delivery status of a letter, for staff. */
export const mailStates: Record<MailState, string> = {
  sent: 'Sent',
  failed: 'Failed',
  unsent: 'Waiting',
  bounced: 'Bounced',
}
