import type { Details } from '#features/audit/details.ts'
import { number, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof privacySentences, true> {}
}

export const privacySentences = {
  'case.erased': ({ who, whom }) => `${who} erased ${whom}, whose time to be kept was over`,
  'privacy.erasures-repeated': ({ details }) =>
    `What had been erased before the site was restored was erased again: ${erasures(details)}`,
  'person.erased': ({ who }) => `${who} erased a person on request`,
  'person.data-exported': ({ who }) => `${who} took out all data about a person`,
  'person.data-sought': ({ who }) => `${who} looked up what is kept about a person`,
} satisfies AuditSentences

function erasures(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one erasure' : `${count} erasures`
}
