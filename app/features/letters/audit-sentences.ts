import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof lettersSentences, true> {}
}

export const lettersSentences = {
  'letter.wording-changed': ({ who, whom }) => `${who} changed the text of ${whom}`,
} satisfies AuditSentences

export const lettersObstacles = {
  letter: 'Email templates were changed',
} satisfies ObstacleWords
