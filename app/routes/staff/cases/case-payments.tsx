import type { CaseView } from '#features/casework/case-view.ts'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Day } from '#ui/foundations/day.tsx'
import { DataTable } from '#ui/list/data-table.tsx'
import { ReceiptLink } from '#routes/staff/payments/receipt-link.tsx'
import styles from '#routes/staff/accounts/staff-account.module.css'

interface Props {
  reference: string
  payments: NonNullable<CaseView['payments']>
  errors: Record<string, string>
  typed: Record<string, string>
}

/** What was paid for an application, what is missing, and what went back. */
export function CasePayments({ reference, payments, errors, typed }: Props) {
  const { sentence, canRefund, lines } = payments
  return (
    <>
      <p>{sentence}.</p>
      {lines.length > 0 && (
        <DataTable
          caption="Payments"
          captionHidden
          rows={lines}
          rowKey={({ id }) => id}
          columns={[
            { key: 'what', label: 'Payment', heads: true, cell: ({ what }) => what },
            { key: 'amount', label: 'Amount', cell: ({ amount }) => amount },
            { key: 'day', label: 'Day', cell: ({ paidOn }) => <Day date={paidOn} /> },
            { key: 'number', label: 'Number or note', cell: ({ payNumber, note }) => note || payNumber },
            {
              key: 'receipt',
              label: 'Receipt',
              cell: ({ id, hasReceipt, amount }) =>
                hasReceipt && <ReceiptLink {...{ reference, id, amount }} />,
            },
            { key: 'by', label: 'Recorded by', cell: ({ recordedBy }) => recordedBy ?? '' },
          ]}
        />
      )}
      {canRefund && (
        <details
          className={styles.move}
          open={['refundAmount', 'refundDay', 'refundNote'].some((name) => errors[name])}
        >
          <summary>Record a refund</summary>
          <p>This site does not send money. Record here what you sent back from the Academy’s account.</p>
          <form method="post" action="?do=refund" noValidate>
            <Field
              name="refundAmount"
              label="Amount"
              width="short"
              inputMode="decimal"
              error={errors['refundAmount']}
              defaultValue={typed['refundAmount']}
            />
            <Field
              name="refundDay"
              label="Day of the refund"
              type="date"
              width="short"
              error={errors['refundDay']}
              defaultValue={typed['refundDay']}
            />
            <Field
              name="refundNote"
              label="Reason"
              maxLength={300}
              error={errors['refundNote']}
              defaultValue={typed['refundNote']}
            />
            <Button look="secondary">Record the refund</Button>
          </form>
        </details>
      )}
    </>
  )
}
