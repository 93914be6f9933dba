import type { AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof firstStepsSentences, true> {}
}

export const firstStepsSentences = {
  'mail.tested': ({ who }) => `${who} sent a test email to their own address`,
} satisfies AuditSentences
