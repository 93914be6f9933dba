/** Shares of a whole, compared exactly: `2/3` is at least two thirds, `>1/2` is more than a half. */

interface Fraction {
  part: bigint
  whole: bigint
  isExceeded: boolean
}

export function readShare(text: string): Fraction | undefined {
  const [, more, part, whole] = /^(>?)([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []
  if (part === undefined || whole === undefined) return undefined
  const share = { part: BigInt(part), whole: BigInt(whole), isExceeded: more === '>' }
  const isPossible = share.isExceeded ? share.part < share.whole : share.part <= share.whole
  return isPossible ? share : undefined
}

/** Whether so many of so many reach the share. Nobody of nobody does not. */
export function reaches(text: string, number: number, base: number): boolean {
  const { part, whole, isExceeded } = shareOf(text)
  if (base === 0) return false
  const [left, right] = [BigInt(number) * whole, BigInt(base) * part]
  return isExceeded ? left > right : left >= right
}

/** Whether so many of so many stay within the share. */
export function isWithin(text: string, number: number, base: number): boolean {
  const { part, whole } = shareOf(text)
  return BigInt(number) * whole <= BigInt(base) * part
}

export function shareInWords(text: string): string {
  return text.startsWith('>') ? `more than ${text.slice(1)}` : `at least ${text}`
}

function shareOf(text: string): Fraction {
  const share = readShare(text)
  if (!share) throw new Error(`“${text}” is not a share.`)
  return share
}
