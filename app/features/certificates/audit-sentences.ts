import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof certificatesSentences, true> {}
}

export const certificatesSentences = {
  'certificate.issued': ({ who, details }) =>
    details['replaced'] === undefined
      ? `${who} issued the certificate ${show(details['number'])}`
      : `${who} issued the certificate ${show(details['number'])} to replace ${show(details['replaced'])}`,
  'certificate.revoked': ({ who, details }) => `${who} revoked the certificate ${show(details['number'])}`,
} satisfies AuditSentences
