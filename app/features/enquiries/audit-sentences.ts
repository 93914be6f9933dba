import { capital } from '#server/input/capital.ts'
import type { EnquiryState } from '#db/schema/tables.ts'
import type { Details } from '#features/audit/details.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { show, type AuditSentences } from '#features/audit/sentences.ts'
import { stateLabels } from './workflow.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof enquiriesSentences, true> {}
}

export const enquiriesSentences = {
  'enquiry.received': ({ whom }) => `${capital(whom)} was received`,
  'enquiry.held': ({ whom }) => `${capital(whom)} was received and held as possible spam`,
  'enquiry.read': ({ who, whom }) => `${who} read ${whom}`,
  'enquiry-list.read': ({ who }) => `${who} read the list of enquiries`,
  'enquiry.assigned': ({ who, whom }) => `${who} assigned ${whom}`,
  'enquiry.noted': ({ who, whom }) => `${who} added a note to ${whom}`,
  'enquiry.answered': ({ who, whom }) => `${who} answered ${whom}`,
  'enquiry.moved': ({ who, whom, details }) =>
    `${who} changed the status of ${whom} from ${status(details['from'])} to ${status(details['to'])}`,
  'enquiry.several-moved': ({ who, details }) => `${who} changed the status of ${enquiries(details)}`,
  'enquiry.erased': ({ who, details }) =>
    `${who} deleted ${enquiries(details)} because the retention period ended`,
} satisfies AuditSentences

export const enquiriesObstacles = {
  enquiry: 'Enquiries were received or answered',
} satisfies ObstacleWords

function enquiries(details: Details) {
  const number = Number(details['count'])
  return number === 1 ? 'an enquiry' : `${number} enquiries`
}

function status(state: unknown) {
  return typeof state === 'string' && Object.hasOwn(stateLabels, state)
    ? `“${stateLabels[state as EnquiryState]}”`
    : show(state)
}
