import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { fields, fileOf, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof mediaSentences, true> {}
}

export const mediaSentences = {
  'file.added': ({ who, details }) => `${who} added the file ${fileOf(details)}`,
  'file.described': ({ who, details }) =>
    `${who} changed the details of the file ${fileOf(details)}${fields(details)}`,
  'file.replaced': ({ who, details }) =>
    details['isUndo']
      ? `${who} restored the earlier file ${fileOf(details)}`
      : `${who} replaced the file ${fileOf(details)}`,
  'file.removed': ({ who, details }) => `${who} deleted the file ${fileOf(details)}`,
  'file.restored': ({ who, details }) => `${who} restored the file ${fileOf(details)}`,
  'file.infected': ({ who, details }) =>
    `${who} uploaded a file that the virus scanner rejected: ${fileOf(details)}`,
} satisfies AuditSentences

export const mediaObstacles = {
  file: 'Files were added or changed',
  'file.infected': harmless,
} satisfies ObstacleWords
