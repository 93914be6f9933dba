import type { Details } from '#features/audit/details.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { number, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof privacySentences, true> {}
}

export const privacySentences = {
  'case.erased': ({ who, whom }) => `${who} deleted ${whom} because its retention period ended`,
  'privacy.erasures-repeated': ({ details }) =>
    `The site repeated ${erasures(details)} after it was restored from a backup`,
  'person.erased': ({ who }) => `${who} deleted a person’s data on request`,
  'person.data-exported': ({ who }) => `${who} exported all data about a person`,
  'person.data-sought': ({ who }) => `${who} looked up the data about a person`,
} satisfies AuditSentences

export const privacyObstacles = {
  privacy: 'Personal data was looked up or deleted',
} satisfies ObstacleWords

function erasures(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'an earlier deletion' : `${count} earlier deletions`
}
