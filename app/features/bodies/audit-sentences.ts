import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { fields, number, whenIn, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof bodiesSentences, true> {}
}

export const bodiesSentences = {
  'body.read': ({ who }) => `${who} opened a body and its members`,
  'body.created': ({ who }) => `${who} created a body`,
  'body.changed': ({ who, details }) => `${who} changed a body${fields(details)}`,
  'body.member-added': ({ who, details }) =>
    `${who} added a member to a body from ${whenIn(details['startsOn'])}`,
  'body.term-ended': ({ who, details }) =>
    `${who} ended a member’s term in a body as of ${whenIn(details['endsOn'])}`,
  'body.term-withdrawn': ({ who }) => `${who} withdrew a member’s term in a body`,
  'body.capabilities-changed': ({ who }) => `${who} changed what the members of a body may do`,
  'body.council-taken-over': ({ who, details }) =>
    `${who} copied ${terms(number(details['count']))} from the council lists`,
} satisfies AuditSentences

export const bodiesObstacles = {
  body: 'Bodies were created or changed',
} satisfies ObstacleWords

function terms(count: number) {
  return count === 1 ? 'one term' : `${count} terms`
}
