import type { Details } from '#features/audit/details.ts'
import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof mailSentences, true> {}
}

export const mailSentences = {
  'mail.bounced': ({ who, details }) =>
    details['by'] === 'mailbox'
      ? 'The site detected that an email bounced'
      : `${who} marked an email as bounced`,
  'mail.bounce-taken-back': ({ who }) => `${who} marked a bounced email as sent`,
  'mail.read': ({ who, details }) =>
    `${who} read an email${details['link'] === 'shown' ? ' and the link in it' : ''}`,
  'mail-list.read': ({ who }) => `${who} read the email log`,
  'mail.cleared': ({ who, details }) => `${who} deleted the text of ${letters(details)}`,
  'mail.resent': ({ who }) => `${who} sent an email again`,
} satisfies AuditSentences

/** A copy has no emails. */
export const mailObstacles = {
  mail: harmless,
} satisfies ObstacleWords

function letters(details: Details) {
  const number = Number(details['count'])
  return number === 1 ? 'an email' : `${number} emails`
}
