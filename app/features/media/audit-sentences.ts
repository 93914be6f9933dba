import { fields, fileOf, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof mediaSentences, true> {}
}

export const mediaSentences = {
  'file.added': ({ who, details }) => `${who} added the file ${fileOf(details)}`,
  'file.described': ({ who, details }) => `${who} described the file ${fileOf(details)}${fields(details)}`,
  'file.replaced': ({ who, details }) =>
    details['isUndo']
      ? `${who} put the earlier file ${fileOf(details)} back`
      : `${who} replaced the file ${fileOf(details)}`,
  'file.removed': ({ who, details }) => `${who} put the file ${fileOf(details)} into the bin`,
  'file.restored': ({ who, details }) => `${who} took the file ${fileOf(details)} out of the bin`,
  'file.infected': ({ who, details }) =>
    `${who} sent a file that the virus scanner refused: ${fileOf(details)}`,
} satisfies AuditSentences
