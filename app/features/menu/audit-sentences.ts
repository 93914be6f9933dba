import { fields, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof menuSentences, true> {}
}

export const menuSentences = {
  'menu.changed': ({ who, details }) => `${who} changed the menu${fields(details)}`,
} satisfies AuditSentences
