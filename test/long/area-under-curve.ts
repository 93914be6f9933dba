/**
 * How well one measure separates two groups, by the area under the classifier's curve: the share of all pairs in which
 * the one of the second group is larger. 0.5 is guessing.
 */
export function areaUnderCurve(first: number[], second: number[]): number {
  const all = [...first.map((value) => ({ value, mine: 0 })), ...second.map((value) => ({ value, mine: 1 }))]
  all.sort((a, b) => a.value - b.value)
  let rank = 0
  let sum = 0
  while (rank < all.length) {
    let end = rank
    while (end < all.length && all[end]?.value === all[rank]?.value) end++
    // Equal values share the middle of their ranks.
    const shared = (rank + 1 + end) / 2
    for (let index = rank; index < end; index++) sum += (all[index]?.mine ?? 0) * shared
    rank = end
  }
  return (sum - (second.length * (second.length + 1)) / 2) / (first.length * second.length)
}
