import type { Details } from '#features/audit/details.ts'
import type { ObstacleWords } from '#features/audit/obstacle-words.ts'
import { number, type AuditSentences } from '#features/audit/sentences.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof paymentsSentences, true> {}
}

export const paymentsSentences = {
  'payments.read': ({ who }) => `${who} read a bank statement`,
  'payments.brought': ({ who, details }) => `${who} uploaded a bank statement with ${lines(details)}`,
  'payments.read-by-columns': ({ who, details }) =>
    `${who} matched the columns of a bank statement with ${lines(details)}`,
  'payments.set-aside': ({ who, details }) => `${who} set aside ${lines(details)} of a bank statement`,
  'payments.taken-back': ({ who, details }) => `${who} restored ${lines(details)} of a bank statement`,
  'payments.undone': ({ who }) => `${who} deleted a bank statement`,
} satisfies AuditSentences

export const paymentsObstacles = {
  payments: 'Bank statements were uploaded or matched',
} satisfies ObstacleWords

function lines(details: Details) {
  const count = number(details['count'])
  return count === 1 ? 'one line' : `${count} lines`
}
