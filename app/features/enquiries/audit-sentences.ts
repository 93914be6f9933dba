import { capital } from '#server/input/capital.ts'
import type { Details } from '#features/audit/details.ts'
import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof enquiriesSentences, true> {}
}

export const enquiriesSentences = {
  'enquiry.received': ({ whom }) => `${capital(whom)} came in`,
  'enquiry.held': ({ whom }) => `${capital(whom)} came in and is held for a look`,
  'enquiry.read': ({ who, whom }) => `${who} read ${whom}`,
  'enquiry-list.read': ({ who }) => `${who} read the list of enquiries`,
  'enquiry.assigned': ({ who, whom }) => `${who} gave ${whom} to somebody`,
  'enquiry.noted': ({ who, whom }) => `${who} wrote a note on ${whom}`,
  'enquiry.answered': ({ who, whom }) => `${who} answered ${whom}`,
  'enquiry.moved': ({ who, whom, details }) =>
    `${who} moved ${whom} from ${show(details['from'])} to ${show(details['to'])}`,
  'enquiry.several-moved': ({ who, details }) => `${who} moved ${enquiries(details)}`,
  'enquiry.erased': ({ who, details }) =>
    `${who} erased ${enquiries(details)} that had been closed long enough`,
} satisfies AuditSentences

function enquiries(details: Details) {
  const number = Number(details['count'])
  return number === 1 ? 'an enquiry' : `${number} enquiries`
}
