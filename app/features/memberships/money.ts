/** An amount in the smallest unit of its currency, so that sums are exact. */
export interface Money {
  currency: string
  minor: number
}

/** A fee as the office types it, such as `INR 500`. */
export function readMoney(text: string): Money | undefined {
  const found = /^([A-Z]{3}) (\d{1,7}(?:\.\d\d)?)$/.exec(text)
  return found ? { currency: found[1]!, minor: minorOf(found[2]!) } : undefined
}

/** An amount as people type it: `500`, `500.5` or `500.50`. */
export function minorOf(amount: string): number {
  return Math.round(Number(amount) * 100)
}

/** `5000.00`, as other programs read it. */
export function plainAmount(minor: number): string {
  return (minor / 100).toFixed(2)
}

/** `₹ 1,00,000` or `USD 50.50`, never broken over two lines. */
export function moneyText({ currency, minor }: Money): string {
  const digits = minor % 100 === 0 ? 0 : 2
  const locale = currency === 'INR' ? 'en-IN' : 'en'
  const amount = (minor / 100).toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${currency === 'INR' ? '₹' : currency}\u00a0${amount}`
}
