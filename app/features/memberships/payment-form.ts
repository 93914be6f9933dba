import { line, mb } from '#features/forms/pieces.ts'
import type { FormPart } from '#features/forms/questions.ts'

export const payModes = {
  neft: 'NEFT',
  imps: 'IMPS',
  upi: 'UPI',
  draft: 'Demand draft',
  other: 'Other',
} as const

/** Asked only if a fee is set; otherwise the office advises it. */
export function paymentPart(isNeeded: boolean, canWait: boolean): FormPart[] {
  if (!isNeeded) return []
  // Someone who pays later has nothing to state yet.
  const ofPaid = canWait ? { when: { question: 'payMode', is: Object.keys(payModes) } } : {}
  return [
    {
      name: 'payment',
      title: 'Payment',
      note: 'We never ask for card or bank account numbers.',
      questions: [
        {
          kind: 'choice',
          name: 'payMode',
          label: 'Payment method',
          choices: canWait ? { later: 'I will pay after submitting', ...payModes } : payModes,
        },
        line('payNumber', 'Transaction or draft number', 22, { format: 'transaction-number', ...ofPaid }),
        { kind: 'day', name: 'payDay', label: 'Date of payment', yearsBack: 0, ...ofPaid },
        line('payBank', 'Bank', 120, ofPaid),
        {
          ...{ kind: 'count', name: 'payAmount', label: 'Amount', min: 1, max: 10_000_000, money: true },
          ...ofPaid,
        },
        {
          kind: 'file',
          name: 'payProof',
          label: 'Proof of payment',
          hint: 'JPEG, PNG or PDF, at most 2 MB.',
          optional: true,
          types: ['jpeg', 'png', 'pdf'],
          maxBytes: 2 * mb,
          max: 1,
        },
      ],
    },
  ]
}
