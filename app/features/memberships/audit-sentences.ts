import type { Details } from '#features/audit/details.ts'
import { show, type AuditSentences } from '#features/audit/sentences.ts'
import { minorOf, moneyText } from './money.ts'

declare module '#features/audit/sentences.ts' {
  interface AuditActions extends Record<keyof typeof membershipsSentences, true> {}
}

export const membershipsSentences = {
  'case.payment-received': ({ who, whom, details }) =>
    `${who} recorded a payment of ${amount(details)} for ${whom}`,
  'case.payment-refunded': ({ who, whom, details }) =>
    `${who} recorded a refund of ${amount(details)} for ${whom}`,
  'case-receipt.read': ({ who, whom, details }) =>
    `${who} opened the receipt ${show(details['number'])} of ${whom}`,
} satisfies AuditSentences

function amount({ amount, currency }: Details) {
  return typeof amount === 'string' && typeof currency === 'string'
    ? moneyText({ currency, minor: minorOf(amount) })
    : `${show(currency)} ${show(amount)}`
}
