import { genders } from '#features/forms/pieces.ts'

/** Statistics of a cycle, and which of them may be shown. */

export interface GroupCount {
  name: string
  label: string
  /** Null where the count is so small that people could be recognised. */
  count: number | null
}

/** Smaller counts are hidden: in a small academy everyone would know who they are. */
export const minShown = 3

/**
 * Hides counts below three. As the total is shown elsewhere, a single hidden count could be computed from the others;
 * so the next smallest is hidden too until the hidden ones add up to three or more.
 */
export function withoutSmall(shares: { name: string; label: string; count: number }[]): GroupCount[] {
  const filled = shares.filter(({ count }) => count > 0).toSorted((a, b) => a.count - b.count)
  const hidden = new Set(filled.filter(({ count }) => count < minShown).map(({ name }) => name))
  const sumHidden = () =>
    filled.filter(({ name }) => hidden.has(name)).reduce((sum, { count }) => sum + count, 0)
  while (hidden.size > 0 && hidden.size < filled.length && (hidden.size < 2 || sumHidden() < minShown)) {
    const next = filled.find(({ name }) => !hidden.has(name))
    if (next) hidden.add(next.name)
  }
  return shares
    .filter(({ count }) => count > 0)
    .map(({ name, label, count }) => ({ name, label, count: hidden.has(name) ? null : count }))
}

/** The median; for an even number the mean of the middle two. */
export function medianOf(numbers: number[]): number | undefined {
  const inOrder = numbers.toSorted((a, b) => a - b)
  const middle = inOrder.length / 2
  const upper = inOrder[Math.floor(middle)]
  if (upper === undefined) return undefined
  return inOrder.length % 2 === 1 ? upper : (upper + (inOrder[middle - 1] ?? upper)) / 2
}

export function genderShares(counts: { gender: string | null; count: number }[]): GroupCount[] {
  const byName = new Map<string, number>()
  for (const { gender, count } of counts) {
    const name = gender !== null && Object.hasOwn(genders, gender) ? gender : 'unsaid'
    byName.set(name, (byName.get(name) ?? 0) + count)
  }
  const labels: Record<string, string> = { ...genders, unsaid: 'Not specified' }
  return withoutSmall(
    Object.keys(labels).map((name) => ({ name, label: labels[name] ?? name, count: byName.get(name) ?? 0 })),
  )
}
