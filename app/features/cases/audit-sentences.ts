import { capital } from '#server/input/capital.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import type { AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof casesSentences, true> {}
}

export const casesSentences = {
  'case.received': ({ whom }) => `${capital(whom)} was received`,
  'case.status-asked': ({ whom }) => `Someone checked the status of ${whom}`,
  'case.noted': ({ who, whom }) => `${who} added a note to ${whom}`,
  'case.assigned': ({ who, whom }) => `${who} assigned ${whom}`,
} satisfies AuditSentences

/** Also for the actions of other features on a case. */
export const casesObstacles = {
  case: 'Cases were received or changed',
} satisfies ObstacleWords
