import { applicationCategories } from '#features/memberships/form.ts'
import { moneyText, readMoney } from '#features/memberships/money.ts'
import { feeBands, feeCategories, type FeeName } from '#features/settings/fees.ts'

/** The fees that the office has set, by class of membership and country. */
export function feesOf(settings: Record<FeeName, string>) {
  return Object.keys(feeCategories).flatMap((category) =>
    Object.entries(feeBands).flatMap(([band, where]) => {
      const fee = settings[`fee_${category}_${band}` as FeeName]
      const name = applicationCategories[category as keyof typeof feeCategories]
      return fee === '' ? [] : [{ name, where, fee: amountIn(fee) }]
    }),
  )
}

/** `INR 5000`, as the office types it, in the form in which people read amounts. */
function amountIn(fee: string): string {
  const money = readMoney(fee)
  return money ? moneyText(money) : fee
}

/** What to expect where no fee is given. */
export function feeSentence(fees: ReturnType<typeof feesOf>): string {
  return fees.length === 0
    ? 'The office will email you the amount after you apply. You do not need to pay anything before that.'
    : 'If no fee is given here, the office will email you the amount. The form says how to pay.'
}
