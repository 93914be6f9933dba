import { dayMs } from '#office-time.ts'
import { plainText } from '#db/search/words.ts'
import { minorOf, moneyText, type Money } from '#features/memberships/money.ts'
import { mentionsIn, type Mention } from './narration.ts'
import { bare, type LineRead } from './read-line.ts'

/** Which payment may be for which application. The site proposes; the office confirms. */

export interface OpenLine extends Pick<LineRead, 'paidOn' | 'amount' | 'payNumber' | 'payer'> {
  id: string
}

/** An application whose fee is not paid, with what the applicant said about the payment. */
export interface UnpaidApplication {
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

const maxDaysApart = 5
const minDigits = 6
/** Other payers have shorter ones too, such as the numbers of cheques. */
const minUniqueDigits = 10

interface Claim {
  one: UnpaidApplication
  by: 'reference' | 'application' | 'cut-reference' | 'number' | 'short-number' | 'amount-and-name'
}

/** The applications that a line names, and references in it that are of none of them. */
interface Named {
  claims: Claim[]
  foreign: string[]
}

/**
 * At most one for each line. A line or an application with several matches is certain for none. Other applicants, from
 * whom no fee is expected, are only known by their names.
 */
export function proposeMatches(
  lines: OpenLine[],
  awaited: UnpaidApplication[],
  applicants: string[] = [],
): Proposal[] {
  const findNamed = namedFinder(awaited)
  const namesOther = otherFinder([...applicants, ...awaited.map(({ name }) => name)])
  const named = lines.map((line) => findNamed(line))
  const taken = new Set(named.flatMap(({ claims }) => claims.map(({ one }) => one.reference)))
  const rest = awaited.filter(({ reference }) => !taken.has(reference))
  const byAmount = Map.groupBy(rest, (one) => expectedMinor(one))
  const claims = lines.map((line, at) =>
    named[at]!.claims.length > 0 ? named[at]!.claims : claimsByAmountAndName(line, byAmount),
  )
  const counts = new Map<string, number>()
  for (const { one } of claims.flat()) counts.set(one.reference, (counts.get(one.reference) ?? 0) + 1)
  return lines.flatMap((line, at) => {
    const [first, ...others] = claims[at]!
    if (!first) return []
    const isOnly = others.length === 0 && counts.get(first.one.reference) === 1
    const isSure = isSureOf(line, first, namesOther)
    return [proposal(line, first, isSure && isOnly, others.length, named[at]!.foreign)]
  })
}

/** Finds the applications that a line names, by their reference or by the number of the payment. */
function namedFinder(awaited: UnpaidApplication[]) {
  const findByReference = referenceFinder(awaited)
  const byNumber = Map.groupBy(awaited, ({ payNumber }) => bare(payNumber))
  return (line: OpenLine): Named => {
    const { found, foreign } = findByReference(`${line.payNumber} ${line.payer}`)
    const numbered = numbersIn(line).flatMap((number) =>
      (byNumber.get(number) ?? []).map((one): Claim => ({
        one,
        by: number.length < minUniqueDigits ? 'short-number' : 'number',
      })),
    )
    const byCase = new Map<UnpaidApplication, Claim>()
    for (const claim of [...found, ...numbered]) if (!byCase.has(claim.one)) byCase.set(claim.one, claim)
    return { claims: [...byCase.values()], foreign }
  }
}

function referenceFinder(awaited: UnpaidApplication[]) {
  const byReference = Map.groupBy(awaited, ({ reference }) => reference)
  const byPayReference = Map.groupBy(awaited, ({ payReference }) => payReference)
  const startLength = 'FEE12345'.length
  const byStart = Map.groupBy(awaited, ({ payReference }) => payReference.slice(0, startLength))
  const knownBy = ({ readings, isCut }: Mention): UnpaidApplication[] =>
    readings.flatMap((reading) =>
      isCut
        ? (byStart.get(reading.slice(0, startLength)) ?? []).filter(({ payReference }) =>
            payReference.startsWith(reading),
          )
        : [...(byPayReference.get(reading) ?? []), ...(byReference.get(reading) ?? [])],
    )
  return (text: string): { found: Claim[]; foreign: string[] } => {
    const mentions = mentionsIn(text).map((mention) => ({ mention, known: knownBy(mention) }))
    // What was read whole goes before what was cut, and decides about a part of the text that can be read as both.
    const known = mentions
      .filter(({ known }) => known.length > 0)
      .toSorted((one, other) => Number(one.mention.isCut) - Number(other.mention.isCut))
    const found = known.flatMap(({ mention, known }) =>
      known.map((one): Claim => ({ one, by: claimBy(mention, one) })),
    )
    const foreign = mentions
      .filter(({ mention, known }) => known.length === 0 && mention.isPlain)
      .filter(({ mention }) => !known.some((one) => overlap(one.mention, mention)))
      .map(({ mention }) => mention.readings[0]!)
    return { found, foreign }
  }
}

function claimBy({ isCut, runsOn, readings }: Mention, { reference }: UnpaidApplication): Claim['by'] {
  if (isCut || runsOn) return 'cut-reference'
  return readings.includes(reference) ? 'application' : 'reference'
}

function overlap(one: Mention, other: Mention): boolean {
  return one.start < other.end && other.start < one.end
}

/**
 * A payment reference checks itself. That of an application does not, so one digit typed wrongly names somebody else,
 * and anyone may state the number of another's payment: these count unless the line names another applicant. What was
 * cut, and a short number, need the name.
 */
function isSureOf(line: OpenLine, { one, by }: Claim, namesOther: NamesOther): boolean {
  if (by === 'reference') return true
  if (by === 'amount-and-name') return false
  if (hasName(line.payer, one.name)) return true
  return (by === 'application' || by === 'number') && !namesOther(line.payer, one)
}

type NamesOther = (payer: string, one: UnpaidApplication) => boolean

/** Whether a text has a name of an applicant that is none of this one's. Initials are too common to count. */
function otherFinder(applicants: string[]): NamesOther {
  const names = new Set(applicants.flatMap(nameWords).filter((word) => word.length >= minNameLength))
  return (payer, { name }) => {
    const own = new Set(nameWords(name))
    return wordsIn(payer).some((word) => names.has(word) && !own.has(word))
  }
}

const minNameLength = 3

function proposal(
  line: OpenLine,
  { one, by }: Claim,
  isSure: boolean,
  others: number,
  foreign: string[],
): Proposal {
  const isExact = expectedMinor(one) === minorOf(line.amount ?? '0')
  const also = foreign.length > 0 ? `; the line also names ${foreign.join(', ')}` : ''
  return {
    ...{ lineId: line.id, reference: one.reference, name: one.name },
    isCertain: isSure && isExact && foreign.length === 0,
    why: `${whySentence(one, by, isExact, hasName(line.payer, one.name), others)}${also}`,
  }
}

function whySentence(
  one: UnpaidApplication,
  by: Claim['by'],
  isExact: boolean,
  isNamed: boolean,
  others: number,
): string {
  const otherName = isNamed ? '' : '; the line does not name the applicant'
  switch (by) {
    case 'amount-and-name':
      return amountAndNameSentence(others)
    case 'reference':
    case 'application':
      return `Names the application${isExact ? ', same amount' : amountSentence(one)}`
    case 'cut-reference':
      return `Names a part of the reference${isExact ? ', same amount' : amountSentence(one)}${otherName}`
    case 'number':
      return `Same number${isExact ? ' and amount' : amountSentence(one)}`
    case 'short-number':
      return `Same number${isExact ? ' and amount' : amountSentence(one)}${otherName}`
  }
}

function amountAndNameSentence(others: number): string {
  return others === 0
    ? 'Same amount and name, about the same day'
    : `Same amount and name; ${others === 1 ? '1 other application also matches' : `${others} other applications also match`}`
}

function amountSentence({ missing, fee, amount }: UnpaidApplication): string {
  if (missing && fee && missing.minor === fee.minor) return `; the fee is ${moneyText(fee)}`
  if (missing && missing.minor === 0) return '; the fee is already paid'
  if (missing) return `; ${moneyText(missing)} of the fee is outstanding`
  return `; the applicant stated ${amount || 'no amount'}`
}

/** What a payment should bring: the rest of the fee, or what the applicant stated if there is none. */
function expectedMinor({ missing, amount }: UnpaidApplication): number | undefined {
  if (missing) return missing.currency === 'INR' && missing.minor > 0 ? missing.minor : undefined
  return amount === '' ? undefined : minorOf(amount)
}

/** The payment number is in the line's own column, or a word in the bank's text. A word without digits is none. */
function numbersIn({ payNumber, payer }: OpenLine): string[] {
  const words = [payNumber, ...payer.split(/[^\p{L}\p{N}]+/u)].map(bare)
  return [...new Set(words)].filter((word) => word.replaceAll(/\D/g, '').length >= minDigits)
}

function claimsByAmountAndName(
  line: OpenLine,
  byAmount: Map<number | undefined, UnpaidApplication[]>,
): Claim[] {
  const alike = line.amount === null ? [] : (byAmount.get(minorOf(line.amount)) ?? [])
  return alike
    .filter(({ payDay, name }) => isNear(line.paidOn, payDay) && hasName(line.payer, name))
    .map((one) => ({ one, by: 'amount-and-name' }))
}

/** Someone who has not said when they would pay may pay on any day. */
function isNear(one: string | null, other: string): boolean {
  if (one === null) return false
  return other === '' || Math.abs(Date.parse(one) - Date.parse(other)) <= maxDaysApart * dayMs
}

/** The last name, and another one or its initial; or the whole name, wherever the bank has broken it. */
function hasName(payer: string, name: string): boolean {
  const said = wordsIn(payer)
  const words = nameWords(name)
  const whole = words.join('')
  if (whole.length >= minWholeLength && said.join('').includes(whole)) return true
  const last = words.at(-1)
  if (last === undefined || last.length < 3 || !said.includes(last)) return false
  const others = words.slice(0, -1)
  return others.length === 0 || others.some((word) => said.includes(word) || said.includes(word.slice(0, 1)))
}

const minWholeLength = 8

/** Titles are not names. */
function nameWords(name: string): string[] {
  return wordsIn(name).filter((word) => !['prof', 'dr', 'mr', 'ms', 'mx'].includes(word))
}

function wordsIn(text: string): string[] {
  return plainText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
