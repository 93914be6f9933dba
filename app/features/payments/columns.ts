import { plainText } from '#db/search/words.ts'

/** Which column of a bank statement holds what. */

export const paymentFields = {
  day: 'Date',
  amount: 'Incoming amount',
  number: 'Transaction number',
  payer: 'Payer or bank’s description',
} as const

export type PaymentField = keyof typeof paymentFields

export const paymentFieldNames = Object.keys(paymentFields) as PaymentField[]

/** By the position of the column in the file. */
export type Columns = Partial<Record<PaymentField, number>>

/** Headings seen in statements, in lower case without punctuation. */
const knownHeadings: Record<PaymentField, string[]> = {
  day: [
    'value date',
    'date',
    'txn date',
    'transaction date',
    'tran date',
    'posting date',
    'post date',
    'day',
  ],
  amount: [
    ...['credit', 'credit amount', 'deposit', 'deposit amt', 'deposit amount', 'deposits', 'credit inr'],
    ...['deposit amt inr', 'deposit amount inr', 'amount credited', 'cr amount', 'amount', 'amount inr'],
  ],
  number: [
    ...['utr', 'utr no', 'utr number', 'transaction id', 'transaction number', 'transaction no', 'txn id'],
    ...['ref no', 'reference no', 'reference number', 'reference', 'chq ref no', 'ref no cheque no'],
    ...['cheque no', 'chq no', 'chq ref number', 'tran id'],
  ],
  payer: [
    ...['description', 'narration', 'particulars', 'details', 'remarks', 'transaction remarks', 'payer'],
    ...['name', 'from', 'transaction details', 'payee'],
  ],
}

export function guessColumns(headings: string[]): Columns {
  const plain = headings.map(plainHeading)
  const columns: Columns = {}
  for (const field of paymentFieldNames) {
    const known = knownHeadings[field].map((heading) => plain.indexOf(heading))
    const free = known.find((at) => at >= 0 && !Object.values(columns).includes(at))
    if (free !== undefined) columns[field] = free
  }
  return columns
}

/** Banks write about the account before the table starts. Returns the position of the heading row. */
export function findHeadings(rows: string[][]): number {
  const known = rows.findIndex((row) => Object.keys(guessColumns(row)).length >= 2)
  return known >= 0 ? known : rows.findIndex((row) => row.filter((cell) => cell.trim() !== '').length >= 2)
}

function plainHeading(heading: string): string {
  return (plainText(heading).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')
}
