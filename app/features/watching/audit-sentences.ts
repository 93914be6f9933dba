import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof watchingSentences, true> {}
}

export const watchingSentences = {
  'alarm.raised': ({ details }) => `The site needs attention: ${show(details['sentence'])}`,
  'alarm.cleared': ({ whom }) => `The problem with ${whom} was solved`,
} satisfies AuditSentences
