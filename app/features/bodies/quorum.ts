/** How many members must be present: a number (`5`), a share (`1/3`) or more than a share (`>1/2`). */

export type QuorumRule =
  | { kind: 'number'; number: number }
  | { kind: 'share'; part: number; whole: number; isExceeded: boolean }

export function readQuorum(text: string): QuorumRule | undefined {
  const [, more, first, second] = /^(>?)([1-9]\d{0,3})(?:\/([1-9]\d{0,3}))?$/.exec(text) ?? []
  if (first === undefined) return undefined
  const part = Number(first)
  if (second === undefined) return more ? undefined : { kind: 'number', number: part }
  const whole = Number(second)
  const isPossible = more ? part < whole : part <= whole
  return isPossible ? { kind: 'share', part, whole, isExceeded: more === '>' } : undefined
}

/** How many of so many members that is. Whole numbers only, so that one third of nine is three. */
export function quorumOf(rule: QuorumRule, members: number): number {
  if (rule.kind === 'number') return rule.number
  const { part, whole, isExceeded } = rule
  const share = (members * part) / whole
  return isExceeded ? Math.floor((members * part) / whole) + 1 : Math.ceil(share)
}

/** Such as “one third”, for a page: “more than 1/2 of the members”. */
export function describeQuorum(rule: QuorumRule): string {
  if (rule.kind === 'number') return rule.number === 1 ? '1 member' : `${rule.number} members`
  return `${rule.isExceeded ? 'more than' : 'at least'} ${rule.part}/${rule.whole} of the members`
}
