import { moneyText, plainAmount, type Money } from './money.ts'

/** How a payment is requested from the payer's own app, by India's Unified Payments Interface. */
export interface UpiRequest {
  /** The address of the payee, such as `academy@bank`. */
  payee: string
  name: string
  amount: Money
  reference: string
}

/** The link that UPI apps open, also by a scanned code. */
export function upiLink({ payee, name, amount, reference }: UpiRequest): string {
  const fields = {
    pa: payee,
    pn: name,
    am: plainAmount(amount.minor),
    cu: amount.currency,
    tr: reference,
    tn: reference,
  }
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  // Apps read the address literally.
  return `upi://pay?${query.join('&').replace('%40', '@')}`
}

/** The same in words, for those who type it. */
export function upiNote({ payee, amount, reference }: UpiRequest): string {
  return `To pay by UPI, send ${moneyText(amount)} to ${payee} and write ${reference} in the note.`
}
