interface Props {
  reference: string
  /** The id of the payment. */
  id: string
  amount: string
}

export function ReceiptLink({ reference, id, amount }: Props) {
  return (
    <a href={`/editor/cases/${reference}/receipts/${id}`} aria-label={`Open receipt (PDF) for ${amount}`}>
      Open receipt (PDF)
    </a>
  )
}
