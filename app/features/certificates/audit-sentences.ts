import { harmless, type ObstacleWords } from '#features/audit/obstacle-words.ts'
import { fields, show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof certificatesSentences, true> {}
}

export const certificatesSentences = {
  'certificate.issued': ({ who, details }) =>
    details['replaced'] === undefined
      ? `${who} issued the certificate ${show(details['number'])}`
      : `${who} issued the certificate ${show(details['number'])} to replace ${show(details['replaced'])}`,
  'settings.officers-changed': ({ who, details }) =>
    `${who} changed the officers who sign certificates${fields(details)}`,
  'settings.signature-added': ({ who, details }) =>
    `${who} added a scanned signature of ${show(details['officer'])}`,
  'settings.signature-removed': ({ who, details }) =>
    `${who} removed the scanned signature of ${show(details['officer'])}`,
  'certificate.revoked': ({ who, details }) => `${who} revoked the certificate ${show(details['number'])}`,
} satisfies AuditSentences

/** Every site sets its officers and their signatures first, so they do not block an import. */
export const certificatesObstacles = {
  certificate: 'Certificates were issued or revoked',
  'settings.officers-changed': harmless,
  'settings.signature-added': harmless,
  'settings.signature-removed': harmless,
} satisfies ObstacleWords
