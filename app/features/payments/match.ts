import { plainText } from '#db/search/words.ts'
import { minorOf, moneyText, type Money } from '#features/memberships/money.ts'
import { payReferencesIn } from '#features/memberships/pay-reference.ts'
import { caseReferencesIn } from './narration.ts'
import { bare, type LineRead } from './read-line.ts'

/** Which payment may be for which application. The site proposes; the office confirms. */

export interface OpenLine extends Pick<LineRead, 'paidOn' | 'amount' | 'payNumber' | 'payer'> {
  id: string
}

/** An application whose fee is not paid, with what the applicant said about the payment. */
export interface Awaited {
  reference: string
  /** What the payer was asked to write beside the payment. */
  payReference: string
  name: string
  payNumber: string
  amount: string
  payDay: string
  fee: Money | undefined
  /** What is left of the fee. */
  missing: Money | undefined
}

export interface Proposal {
  lineId: string
  reference: string
  name: string
  /** The line names the application and brings exactly what is missing, and nothing else fits. */
  isCertain: boolean
  why: string
}

const day = 86_400_000
const mostDaysApart = 5
const leastNumber = 6

interface Claim {
  one: Awaited
  by: 'reference' | 'number' | 'likeness'
}

/** At most one for each line. A line or an application with several matches is certain for none. */
export function proposeMatches(lines: OpenLine[], awaited: Awaited[]): Proposal[] {
  const findNamed = namedFinder(awaited)
  const named = lines.map((line) => findNamed(line))
  const taken = new Set(named.flatMap((claims) => claims.map(({ one }) => one.reference)))
  const rest = awaited.filter(({ reference }) => !taken.has(reference))
  const byAmount = Map.groupBy(rest, (one) => expectedMinor(one))
  const claims = lines.map((line, at) => (named[at]!.length > 0 ? named[at]! : likeness(line, byAmount)))
  const counts = new Map<string, number>()
  for (const { one } of claims.flat()) counts.set(one.reference, (counts.get(one.reference) ?? 0) + 1)
  return lines.flatMap((line, at) => {
    const [first, ...others] = claims[at]!
    if (!first) return []
    const isOnly = others.length === 0 && counts.get(first.one.reference) === 1
    return [proposal(line, first, isOnly, others.length)]
  })
}

/** The applications that a line names, by their reference or by the number of the payment. */
function namedFinder(awaited: Awaited[]) {
  const byPayReference = Map.groupBy(awaited, ({ payReference }) => payReference)
  const byReference = Map.groupBy(awaited, ({ reference }) => reference)
  const byNumber = Map.groupBy(awaited, ({ payNumber }) => bare(payNumber))
  return (line: OpenLine): Claim[] => {
    const text = `${line.payNumber} ${line.payer}`
    const references = [
      ...payReferencesIn(text).flatMap((one) => byPayReference.get(one) ?? []),
      ...caseReferencesIn(text).flatMap((one) => byReference.get(one) ?? []),
    ]
    const numbers = numbersIn(line).flatMap((one) => byNumber.get(one) ?? [])
    const isNamed = new Set(references)
    return [
      ...[...isNamed].map((one): Claim => ({ one, by: 'reference' })),
      ...[...new Set(numbers)]
        .filter((one) => !isNamed.has(one))
        .map((one): Claim => ({ one, by: 'number' })),
    ]
  }
}

function proposal(line: OpenLine, { one, by }: Claim, isOnly: boolean, others: number): Proposal {
  const isExact = expectedMinor(one) === minorOf(line.amount ?? '0')
  return {
    ...{ lineId: line.id, reference: one.reference, name: one.name },
    isCertain: by !== 'likeness' && isExact && isOnly,
    why:
      by === 'likeness'
        ? likenessSentence(others)
        : by === 'reference'
          ? `Names the application${isExact ? ', same amount' : amountSentence(one)}`
          : `Same number${isExact ? ' and amount' : amountSentence(one)}`,
  }
}

function likenessSentence(others: number): string {
  return others === 0 ? 'Same amount and name, about the same day' : `Same amount and name, as ${others} more`
}

function amountSentence({ missing, fee, amount }: Awaited): string {
  if (missing && fee && missing.minor === fee.minor) return `; the fee is ${moneyText(fee)}`
  if (missing && missing.minor === 0) return '; the fee is already paid'
  if (missing) return `; ${moneyText(missing)} of the fee is missing`
  return `; the applicant stated ${amount || 'no amount'}`
}

/** What a payment should bring: the rest of the fee, or what the applicant stated if there is none. */
function expectedMinor({ missing, amount }: Awaited): number | undefined {
  if (missing) return missing.currency === 'INR' && missing.minor > 0 ? missing.minor : undefined
  return amount === '' ? undefined : minorOf(amount)
}

/** The payment number is in the line's own column, or a word in the bank's text. */
function numbersIn({ payNumber, payer }: OpenLine): string[] {
  const words = [payNumber, ...payer.split(/[^\p{L}\p{N}]+/u)].map(bare)
  return [...new Set(words)].filter((word) => word.length >= leastNumber)
}

function likeness(line: OpenLine, byAmount: Map<number | undefined, Awaited[]>): Claim[] {
  const alike = line.amount === null ? [] : (byAmount.get(minorOf(line.amount)) ?? [])
  return alike
    .filter(({ payDay, name }) => isNear(line.paidOn, payDay) && hasName(line.payer, name))
    .map((one) => ({ one, by: 'likeness' }))
}

/** Someone who has not said when they would pay may pay on any day. */
function isNear(one: string | null, other: string): boolean {
  if (one === null) return false
  return other === '' || Math.abs(Date.parse(one) - Date.parse(other)) <= mostDaysApart * day
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
