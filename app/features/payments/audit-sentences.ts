import type { Details } from '#features/audit/details.ts'
import { number, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof paymentsSentences, true> {}
}

export const paymentsSentences = {
  'payments.read': ({ who }) => `${who} read a statement of the bank`,
  'payments.brought': ({ who, details }) => `${who} brought a statement of the bank with ${lines(details)}`,
  'payments.read-by-columns': ({ who, details }) =>
    `${who} said which columns of a statement of the bank hold what, for ${lines(details)}`,
  'payments.set-aside': ({ who, details }) => `${who} set ${lines(details)} of a statement aside`,
  'payments.taken-back': ({ who, details }) => `${who} brought ${lines(details)} of a statement back`,
  'payments.undone': ({ who }) => `${who} threw a statement of the bank away`,
} satisfies AuditSentences

function lines(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one line' : `${count} lines`
}
