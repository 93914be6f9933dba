import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { payReferenceOf } from '#features/memberships/pay-reference.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { banks, channels, type Channel } from '#test/narrations/bank-styles.ts'
import { people, rightLines, wrongLines, type HandwrittenLine } from '#test/narrations/handwritten.ts'
import { writings } from '#test/narrations/writings.ts'
import { proposeMatches, type UnpaidApplication, type OpenLine } from './match.ts'

/**
 * Payments as six banks describe them, in every way to write a reference, among payments for other things. Each style
 * of each bank meets each way once.
 */

const random = randomFrom(20_261_118)
const oneOf = <Item>(items: readonly Item[]) => pick(items, random)
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

const givenNames = 'Asha Vikram Meera Rahul Lakshmi Imran Sunita Joseph Nandini Arjun'.split(' ')
const familyNames = 'Sharma Iyer Khan Bose Verma Nair Reddy Dsouza Pandey Chandrama'.split(' ')
const fees = [500, 1000, 5000]
const paidOn = '2026-11-04'

interface Paid {
  bank: string
  channel: Channel
  writing: string
  one: UnpaidApplication
  line: OpenLine
}

function awaitedOf(at: number, name: string, rupees: number): UnpaidApplication {
  const reference = `MA-2026-${String(at).padStart(4, '0')}`
  const fee = { currency: 'INR', minor: rupees * 100 }
  return {
    ...{ reference, payReference: payReferenceOf(reference), name },
    ...{ fee, missing: fee, payNumber: '', amount: '', payDay: '' },
  }
}

function makePayments(): Paid[] {
  const styles = Object.entries(banks).flatMap(([bank, style]) =>
    channels.map((channel) => ({ bank, channel, describe: style[channel] })),
  )
  const all = styles.flatMap((style) =>
    Object.entries(writings).map(([writing, write]) => ({ ...style, writing, write })),
  )
  return all.map(({ bank, channel, describe, writing, write }, at): Paid => {
    const name = `${oneOf(givenNames)} ${oneOf(familyNames)}`
    const rupees = oneOf(fees)
    const one = awaitedOf(at + 1, name, rupees)
    // One in forty-one forgets the reference.
    const forgets = at % 41 === 7
    const text = forgets ? 'membership' : write(one)
    const payer = describe({ name, number: digits(12), text })
    return {
      ...{ bank, channel, writing: forgets ? 'forgotten' : writing, one },
      line: { id: one.reference, paidOn, amount: String(rupees), payNumber: '', payer },
    }
  })
}

/** Payments that look like a fee and are none, one in each style of each bank for each kind. */
function makeDecoys(payments: Paid[]): OpenLine[] {
  const kinds: ((one: UnpaidApplication) => string)[] = [
    ({ reference }) => reference.replace('2026', '2031'),
    ({ payReference }) => wrongIn(payReference),
    ({ reference }) => `SHAR${reference.replaceAll('-', '')}`,
    ({ reference }) => `${reference.replaceAll('-', '')}${digits(6)}`,
    () => payReferenceOf(digits(9)),
    () => 'conference fee',
  ]
  // Each is about another application, so that two cannot hide each other.
  const left = payments.map(({ one }) => one)
  return Object.values(banks).flatMap((style) =>
    channels.flatMap((channel) =>
      kinds.map((kind, at): OpenLine => {
        const one = left.splice(Math.floor(random() * left.length), 1)[0]!
        const { one: other } = oneOf(payments)
        const payer = style[channel]({ name: other.name, number: digits(12), text: kind(one) })
        return {
          ...{ id: `decoy ${at} ${payer}`, paidOn, payNumber: '', payer },
          amount: String(one.fee!.minor / 100),
        }
      }),
    ),
  )
}

function wrongIn(reference: string): string {
  const last = reference.at(-1)!
  return reference.slice(0, -1) + (last === '7' ? '8' : '7')
}

function tableOf(payments: Paid[], certain: ReadonlySet<string>): string {
  const share = (paid: Paid[]) =>
    `${paid.filter(({ one }) => certain.has(one.reference)).length} of ${paid.length}`
  const rows = (title: string, key: 'bank' | 'channel' | 'writing') => [
    `| ${title} | Matched automatically |`,
    '|---|---|',
    ...[...Map.groupBy(payments, (paid) => paid[key])].map(([name, paid]) => `| ${name} | ${share(paid)} |`),
    '',
  ]
  return [
    ...rows('Bank', 'bank'),
    ...rows('Way', 'channel'),
    ...rows('How the reference was written', 'writing'),
    `Together ${share(payments)}, none wrongly.`,
  ].join('\n')
}

test('of more than 500 payments in the styles of six banks at least 95 in 100 are matched automatically, none wrongly', async () => {
  const payments = makePayments()
  const awaited = payments.map(({ one }) => one)
  const decoys = makeDecoys(payments)
  const certainOf = (lines: OpenLine[]) => proposeMatches(lines, awaited).filter(({ isCertain }) => isCertain)
  const certain = certainOf([...payments.map(({ line }) => line), ...decoys])

  expect(payments.length).toBeGreaterThanOrEqual(500)
  expect(Object.keys(banks)).toHaveLength(6)
  expect(certain.filter(({ lineId, reference }) => lineId !== reference)).toEqual([])
  expect(certainOf(decoys)).toEqual([])
  expect(certain.length / payments.length).toBeGreaterThanOrEqual(0.95)
  const table = tableOf(payments, new Set(certain.map(({ reference }) => reference)))
  const evidence = new URL('../../../docs/evidence/narrations.md', import.meta.url)
  expect(await readFile(evidence, 'utf8')).toContain(table)
})

const others = people.map((name, at) => awaitedOf(at + 1, name, 5000))

/** Each alone, as the only open line of its statement. */
function matchAlone({ text, amount = '5000' }: HandwrittenLine) {
  const payer = text.replaceAll(/\{(\w+) (\d+)\}/g, (_, how: string, at: string) => {
    const reference = others[Number(at) - 1]?.payReference ?? payReferenceOf('of nobody')
    if (how === 'cut') return reference.slice(0, 9)
    if (how === 'short') return reference.slice(0, 7)
    return how === 'wrong' ? wrongIn(reference) : reference
  })
  const found = proposeMatches([{ id: '1', paidOn, amount, payNumber: '', payer }], others)
  return found.find(({ isCertain }) => isCertain)?.reference
}

test.for(rightLines)('“$text” pays application $pays', (line) => {
  expect(matchAlone(line)).toBe(`MA-2026-000${line.pays}`)
})

test.for(wrongLines)('“$text” is left to a person', (line) => {
  expect(matchAlone(line)).toBeUndefined()
})

test('a reference that came twice is left to a person', () => {
  const line = { paidOn, amount: '5000', payNumber: '', payer: `UPI/CR/${others[0]!.payReference}` }
  const twice = proposeMatches(
    [
      { id: '1', ...line },
      { id: '2', ...line },
    ],
    others,
  )
  expect(twice.map(({ isCertain }) => isCertain)).toEqual([false, false])
})

test('a cheque number is enough only beside the name, and a word is no number', () => {
  const paid = (payNumber: string, payer: string) =>
    proposeMatches(
      [{ id: '1', paidOn, amount: '5000', payNumber: '', payer }],
      [{ ...others[0]!, payNumber }],
    )
  expect(paid('100200', 'CLG/ASHA SHARMA/100200/SBI')).toMatchObject([{ isCertain: true }])
  expect(paid('100200', 'CLG/B PANDEY/100200/SBI')).toMatchObject([
    { isCertain: false, why: 'Same number and amount; the line does not name the applicant' },
  ])
  expect(paid('membership', 'UPI/B PANDEY/membership')).toEqual([])
})
