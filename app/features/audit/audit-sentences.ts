import { harmless, type ObstacleWords } from './obstacle-words.ts'
import { count, lookingFor, type AuditSentences } from './sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof auditSentences, true> {}
}

export const auditSentences = {
  'audit.read': ({ who, details }) => `${who} read the audit trail${lookingFor(details)}`,
  'audit.details-erased': ({ who, whom, details }) =>
    `${who} deleted the details of ${count(details)}${whom === 'the audit' ? '' : ` about ${whom}`}`,
} satisfies AuditSentences

export const auditObstacles = {
  'audit.details-erased': harmless,
} satisfies ObstacleWords
