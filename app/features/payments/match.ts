import { plainText } from '#db/search/words.ts'
import { bare, type LineRead } from './read-line.ts'

/** Which payment may be for which application. The site proposes; the office confirms. */

export interface OpenLine extends Pick<LineRead, 'paidOn' | 'amount' | 'payNumber' | 'payer'> {
  id: string
}

/** An application waiting for its payment, with what the applicant said about it. */
export interface Awaited {
  reference: string
  name: string
  payNumber: string
  amount: string
  payDay: string
}

export interface Proposal {
  lineId: string
  reference: string
  name: string
  /** Number and amount are both as the applicant said, and nothing else fits. */
  isCertain: boolean
  why: string
}

const day = 86_400_000
const mostDaysApart = 5
const leastNumber = 6

/** At most one for each line. A line or an application with several matches is certain for none. */
export function proposeMatches(lines: OpenLine[], awaited: Awaited[]): Proposal[] {
  const byNumber = Map.groupBy(awaited, ({ payNumber }) => bare(payNumber))
  const numbered = lines.map((line) => ({
    line,
    found: numbersIn(line).flatMap((one) => byNumber.get(one) ?? []),
  }))
  const taken = new Set(numbered.flatMap(({ found }) => found.map(({ reference }) => reference)))
  const rest = awaited.filter(({ reference }) => !taken.has(reference))
  const byAmount = Map.groupBy(rest, ({ amount }) => Number(amount))
  const claims = [...numbered, ...lines.map((line) => ({ line, found: likeness(line, byAmount) }))]
  const counts = new Map<string, number>()
  for (const { reference } of claims.flatMap(({ found }) => found))
    counts.set(reference, (counts.get(reference) ?? 0) + 1)
  return lines.flatMap((line, at) => {
    const found = numbered[at]?.found ?? []
    const [first] = found
    if (first) {
      const isOnly = found.length === 1 && counts.get(first.reference) === 1
      return [byItsNumber(line, first, isOnly)]
    }
    const like = claims[lines.length + at]?.found ?? []
    return like[0] ? [byLikeness(line, like[0], like.length - 1)] : []
  })
}

function byItsNumber({ id, amount }: OpenLine, one: Awaited, isOnly: boolean): Proposal {
  const isSame = sameAmount(amount, one.amount)
  return {
    ...{ lineId: id, reference: one.reference, name: one.name, isCertain: isSame && isOnly },
    why: isSame ? 'Same number and amount' : `Same number; the applicant stated ${one.amount || 'no amount'}`,
  }
}

function byLikeness({ id }: OpenLine, one: Awaited, more: number): Proposal {
  return {
    ...{ lineId: id, reference: one.reference, name: one.name, isCertain: false },
    why: more === 0 ? 'Same amount and name, about the same day' : `Same amount and name, as ${more} more`,
  }
}

/** The payment number is in the line's own column, or a word in the bank's text. */
function numbersIn({ payNumber, payer }: OpenLine): string[] {
  const words = [payNumber, ...payer.split(/[^\p{L}\p{N}]+/u)].map(bare)
  return [...new Set(words)].filter((word) => word.length >= leastNumber)
}

function likeness(line: OpenLine, byAmount: Map<number, Awaited[]>): Awaited[] {
  const alike = line.amount === null ? [] : (byAmount.get(Number(line.amount)) ?? [])
  return alike.filter(
    ({ amount, payDay, name }) => amount !== '' && isNear(line.paidOn, payDay) && hasName(line.payer, name),
  )
}

function sameAmount(one: string | null, other: string): boolean {
  return one !== null && other !== '' && Number(one) === Number(other)
}

function isNear(one: string | null, other: string): boolean {
  if (one === null || other === '') return false
  return Math.abs(Date.parse(one) - Date.parse(other)) <= mostDaysApart * day
}

/** The last name, and another one or its initial. Titles are not names. */
function hasName(payer: string, name: string): boolean {
  const said = new Set(wordsIn(payer))
  const words = wordsIn(name).filter((word) => !['prof', 'dr', 'mr', 'ms', 'mx'].includes(word))
  const last = words.at(-1)
  if (last === undefined || last.length < 3 || !said.has(last)) return false
  const others = words.slice(0, -1)
  return others.length === 0 || others.some((word) => said.has(word) || said.has(word.slice(0, 1)))
}

function wordsIn(text: string): string[] {
  return plainText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
