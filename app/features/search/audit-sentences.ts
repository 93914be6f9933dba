import { lookingFor, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof searchSentences, true> {}
}

export const searchSentences = {
  'find.read': ({ who, details }) => `${who} found people through “Jump to”${lookingFor(details)}`,
} satisfies AuditSentences
