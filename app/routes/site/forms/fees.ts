import { applicationCategories } from '#features/memberships/form.ts'
import { feeBands, feeCategories, type FeeName } from '#features/settings/fees.ts'

/** The fees that the office has set, by class of membership and country. */
export function feesOf(settings: Record<FeeName, string>) {
  return Object.keys(feeCategories).flatMap((category) =>
    Object.entries(feeBands).flatMap(([band, where]) => {
      const fee = settings[`fee_${category}_${band}` as FeeName]
      const name = applicationCategories[category as keyof typeof feeCategories]
      return fee === '' ? [] : [{ name, where, fee }]
    }),
  )
}
