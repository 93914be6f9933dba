/**
 * How many letters must be added, removed, replaced or swapped with their neighbour to turn one word into the other;
 * undefined if more than `max`.
 */
export function distanceWithin(a: string, b: string, max: number): number | undefined {
  if (Math.abs(a.length - b.length) > max) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const now = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      now[at] = Math.min(
        last[at]! + 1,
        now[at - 1]! + 1,
        last[at - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[at - 2]! + 1 : Infinity,
      )
    }
    if (Math.min(...now) > max) return undefined
    beforeLast = last
    last = now
  }
  const distance = last[b.length]!
  return distance > max ? undefined : distance
}
