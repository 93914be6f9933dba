import { payMentionsIn } from '#features/memberships/pay-reference.ts'

/** What banks make of the reference that a payer typed. */

/** A part of a bank's description that reads as a reference, from its first to after its last character. */
export interface Mention {
  start: number
  end: number
  /** The references that it may stand for. Where digits run into others there are several. */
  readings: string[]
  /** Only the beginning of the reference is there. */
  isCut: boolean
  /** Written in one piece, so that it can hardly be anything else. */
  isPlain: boolean
  /** After a space come more digits, which may be part of the number. */
  runsOn?: boolean
}

const minDigits = 8
const maxDigits = 10
const gap = /[^\p{L}\p{N}]/u

/** References of payments and of applications, also broken, run together or without punctuation. */
export function mentionsIn(text: string): Mention[] {
  const upper = text.normalize('NFKC').toUpperCase()
  return [...payMentionsIn(upper), ...caseMentionsIn(upper)]
}

/**
 * References of applications, such as MA-2027-0001. They may follow a number or one of the words that payers write
 * before them; a name that ends with the same letters is none.
 */
function caseMentionsIn(upper: string): Mention[] {
  const starts = upper.matchAll(
    /(?:(?<!\p{L})|(?<=FEES?|MEMBERSHIP|APPLICATION|PAYMENT|REF(?:NO)?|IAPS))M ?A(?=[^\p{L}\p{N}]{0,3}\d)/gu,
  )
  return [...starts].flatMap(({ 0: series, index }) => caseMention(upper, index, index + series.length))
}

/** The digits may run into those of another number, so every place where they can end counts. */
function caseMention(upper: string, start: number, from: number): Mention[] {
  const readings: string[] = []
  let digits = ''
  let firstEnd = from
  for (let at = from; at < from + 24 && digits.length <= maxDigits; at++) {
    const sign = upper[at] ?? ''
    const isDigit = /^\d$/.test(sign)
    if (!isDigit && !gap.test(sign)) break
    if (!isDigit) continue
    digits += sign
    if (digits.length < minDigits || digits.length > maxDigits || /\d/.test(upper[at + 1] ?? '')) continue
    if (readings.length === 0) firstEnd = at + 1
    readings.push(`MA-${digits.slice(0, 4)}-${digits.slice(4)}`)
  }
  if (readings.length === 0) return []
  const isPlain = /^MA\W?20\d\d\W?\d{4,6}$/.test(upper.slice(start, firstEnd))
  const runsOn = /^ \d/.test(upper.slice(firstEnd))
  return [{ start, end: firstEnd, readings, isCut: false, isPlain, runsOn }]
}
