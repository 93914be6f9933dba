import { createHash } from 'node:crypto'
import { months } from '#office-time.ts'
import { toCanonicalJson } from '#db/engine/json.ts'
import type { Columns, PaymentField } from './columns.ts'

/** What one line of a statement says, in the formats of the rest of the site. */
export interface LineRead {
  paidOn: string | null
  /** As people type it: `500` or `500.5`. */
  amount: string | null
  payNumber: string
  payer: string
  /** Why it cannot be matched. */
  problem: string | null
}

export function readLine(cells: string[], columns: Columns): LineRead {
  const cell = (field: PaymentField) => {
    const at = columns[field]
    return at === undefined ? '' : (cells[at] ?? '').replaceAll(/\s+/g, ' ').trim()
  }
  const paidOn = readDay(cell('day')) ?? null
  const amount = readAmount(cell('amount')) ?? null
  const problem =
    amount === null
      ? 'This line has no incoming amount.'
      : paidOn === null
        ? 'The date of this line cannot be read.'
        : null
  return {
    paidOn,
    amount,
    payNumber: cell('number').slice(0, 40),
    payer: cell('payer').slice(0, 500),
    problem,
  }
}

/** The same line of another file has the same hash; equal lines in one file are distinguished by their position. */
export function hashLines(lines: LineRead[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ paidOn, amount, payNumber, payer }) => {
    const says = toCanonicalJson([paidOn, amount, bare(payNumber), bare(payer)])
    const before = seen.get(says) ?? 0
    seen.set(says, before + 1)
    return createHash('sha256').update(`${before} ${says}`).digest('hex')
  })
}

/** Letters and digits in capitals: all that counts when comparing payment numbers. */
export function bare(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('') ?? ''
  )
}

const shortMonths = months.map((month) => month.slice(0, 3).toLowerCase())

/** Days as banks write them: the day before the month, or the year first. */
export function readDay(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\D|$)/.exec(plain)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const indian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?:\D|$)/.exec(plain)
  if (indian) return dayOf(indian[3], indian[2], indian[1])
  const named = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]*[-/. ,]+(\d{4}|\d\d)(?:\D|$)/.exec(plain)
  if (!named) return undefined
  return dayOf(named[3], String(shortMonths.indexOf(named[2] ?? '') + 1), named[1])
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

/** Incoming money; undefined for outgoing. */
export function readAmount(text: string): string | undefined {
  const plain = text
    .replaceAll(/^(inr|rs\.?|₹|usd|\$)|\s/gi, '')
    .replace(/\(?cr\.?\)?$/i, '')
    .replaceAll(',', '')
    .replace(/^\+/, '')
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(plain)) return undefined
  const amount = Math.round(Number(plain) * 100) / 100
  return amount > 0 ? String(amount) : undefined
}
