/** The delivery status of a letter. */
export const mailStateNames = ['sent', 'failed', 'unsent', 'bounced'] as const

export type MailState = (typeof mailStateNames)[number]
