import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof watchingSentences, true> {}
}

export const watchingSentences = {
  'alarm.raised': ({ details }) => `An alarm was raised: ${show(details['sentence'])}`,
  'alarm.cleared': ({ whom }) => `All clear for ${whom}`,
} satisfies AuditSentences
