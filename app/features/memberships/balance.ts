import { moneyText, type Money } from './money.ts'

/** Money that came for an application, or went back. */
export interface PaymentEntry {
  kind: 'received' | 'refunded'
  currency: string
  minor: number
}

export interface Balance {
  fee: Money | undefined
  /** Received and not refunded, in the currency of the fee. */
  paid: Money
  /** Undefined if nobody has set a fee. */
  missing: Money | undefined
  extra: Money | undefined
}

/** The account of the Academy. */
export const ownCurrency = 'INR'

/** Amounts in another currency than the fee's are listed, but only a person can compare them. */
export function balanceOf(fee: Money | undefined, entries: readonly PaymentEntry[]): Balance {
  const currency = fee?.currency ?? ownCurrency
  const minor = entries
    .filter((entry) => entry.currency === currency)
    .reduce((sum, entry) => sum + (entry.kind === 'received' ? entry.minor : -entry.minor), 0)
  const paid = { currency, minor }
  if (!fee) return { fee, paid, missing: undefined, extra: undefined }
  const missing = fee.minor - minor
  return {
    fee,
    paid,
    missing: { currency, minor: Math.max(0, missing) },
    extra: missing < 0 ? { currency, minor: -missing } : undefined,
  }
}

/** Whether the fee is covered if this amount is added. Without a fee any amount is enough. */
export function isCovered({ missing }: Balance, more = 0): boolean {
  return missing === undefined || missing.minor <= more
}

/** What was received of the fee, for letters: `₹ 4,000 of ₹ 5,000`. */
export function receivedText({ fee, paid }: Balance): string {
  return fee ? partOf(paid, fee) : moneyText(paid)
}

export function balanceSentence({ fee, paid, missing, extra }: Balance): string {
  if (!fee) return `${moneyText(paid)} received; no fee is set`
  if (extra) return `${moneyText(paid)} received, ${moneyText(extra)} more than the fee of ${moneyText(fee)}`
  if (missing && missing.minor > 0) return `${partOf(paid, fee)} received; ${moneyText(missing)} outstanding`
  return `${moneyText(fee)} received in full`
}

function partOf(paid: Money, fee: Money): string {
  return `${moneyText(paid)} of ${moneyText(fee)}`
}
