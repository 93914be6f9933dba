import { show, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof membershipsSentences, true> {}
}

export const membershipsSentences = {
  'case.payment-received': ({ who, whom, details }) =>
    `${who} recorded a payment of ${show(details['currency'])} ${show(details['amount'])} for ${whom}`,
  'case.payment-refunded': ({ who, whom, details }) =>
    `${who} noted a refund of ${show(details['currency'])} ${show(details['amount'])} for ${whom}`,
} satisfies AuditSentences
