import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof samplesSentences, true> {}
}

export const samplesSentences = {
  'samples.removed': ({ who }) => `${who} deleted the sample content`,
} satisfies AuditSentences

export const samplesObstacles = {
  'samples.removed': harmless,
} satisfies ObstacleWords
