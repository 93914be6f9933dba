import type { Details } from '#features/audit/details.ts'
import { type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof mailSentences, true> {}
}

export const mailSentences = {
  'mail.bounced': ({ who, details }) =>
    details['by'] === 'mailbox'
      ? 'The site read in the mailbox that a letter came back'
      : `${who} noted that a letter came back`,
  'mail.bounce-taken-back': ({ who }) => `${who} took back the note that a letter came back`,
  'mail.read': ({ who, details }) =>
    `${who} read a letter${details['link'] === 'shown' ? ' and the link in it' : ''}`,
  'mail-list.read': ({ who }) => `${who} read the list of letters`,
  'mail.cleared': ({ who, details }) => `${who} cleared what ${letters(details)} said`,
  'mail.resent': ({ who }) => `${who} had a letter sent again`,
} satisfies AuditSentences

function letters(details: Details) {
  const number = Number(details['count'])
  return number === 1 ? 'a letter' : `${number} letters`
}
