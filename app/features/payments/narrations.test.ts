import { expect, test } from 'vitest'
import { payReferenceOf } from '#features/memberships/pay-reference.ts'
import { pick, randomFrom } from '#test/harness/random.ts'
import { proposeMatches, type Awaited, type OpenLine } from './match.ts'

/**
 * Five hundred payments as six banks describe them: UPI, IMPS and NEFT, shortened, in capitals, without punctuation
 * and broken by the width of a printed line. Among them are payments for other things and near misses.
 */

const seed = 20_261_118
const many = 500
const random = randomFrom(seed)
const oneOf = <Item>(items: readonly Item[]) => pick(items, random)
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

const givenNames = [
  'Asha',
  'Vikram',
  'Meera',
  'Rahul',
  'Lakshmi',
  'Imran',
  'Sunita',
  'Joseph',
  'Nandini',
  'Arjun',
]
const familyNames = [
  'Sharma',
  'Iyer',
  'Khan',
  'Bose',
  'Verma',
  'Nair',
  'Reddy',
  'Dsouza',
  'Pandey',
  'Chandrama',
]
const fees = [500, 1000, 5000]

interface Paid {
  one: Awaited
  line: OpenLine
}

interface Note {
  name: string
  number: string
  reference: string
}

/** How each bank writes about a payment that came by UPI, and about a transfer. */
const banks: ((note: Note) => string)[] = [
  ({ name, number, reference }) =>
    wrap(`BY TRANSFER-UPI/CR/${number}/${name.slice(0, 10)}/HDFC/payer@ok/${reference}--`, 24),
  ({ name, number, reference }) =>
    `UPI-${name.toUpperCase()}-PAYER@OKSBI-SBIN0001234-${number}-${reference.replaceAll('-', ' ')}`,
  ({ name, number, reference }) => `UPI/${number}/${reference}/payer@okaxis/${name}/ICI${digits(20)}`,
  ({ name, number, reference }) =>
    `UPI/P2A/${number}/${name.slice(0, 8)}/HDFC BANK/${reference.replaceAll('-', '').toLowerCase()}`,
  ({ name, number, reference }) => `NEFT IN:${number}:${name.toUpperCase()}:${reference}:MEMBERSHIP FEE`,
  ({ name, number, reference }) =>
    `IMPS-${number}-${name.toUpperCase()}-PUNB-XXXXXXX${digits(4)}-${reference.replaceAll('-', '')}`.slice(
      0,
      80,
    ),
]

/** SBI prints statements in a narrow column and joins the lines by spaces. */
function wrap(text: string, width: number): string {
  return text.match(new RegExp(`.{1,${width}}`, 'g'))!.join(' ')
}

function makePayment(at: number): Paid {
  const reference = `MA-2026-${String(at + 1).padStart(4, '0')}`
  const name = `${oneOf(givenNames)} ${oneOf(familyNames)}`
  const rupees = oneOf(fees)
  const fee = { currency: 'INR', minor: rupees * 100 }
  const number = digits(12)
  const payReference = payReferenceOf(reference)
  // One in forty forgets the reference, and one in ten writes that of the application instead.
  const forgets = at % 40 === 7
  const written = forgets ? 'membership' : at % 10 === 3 ? reference : payReference
  // Who paid before applying has stated the number.
  const hasStated = at % 4 === 1
  const one: Awaited = {
    ...{ reference, payReference, name, fee, missing: fee },
    ...{ payNumber: hasStated ? number : '', amount: hasStated ? String(rupees) : '' },
    payDay: hasStated ? '2026-11-04' : '',
  }
  const payer = banks[at % banks.length]!({ name, number, reference: written })
  return { one, line: { id: reference, paidOn: '2026-11-04', amount: String(rupees), payNumber: '', payer } }
}

/** Payments that look like a fee and are none. */
function makeDecoys(): OpenLine[] {
  return Array.from({ length: 100 }, (_, at) => {
    const name = `${oneOf(givenNames)} ${oneOf(familyNames)}`
    // A name that ends with MA before a number, an unknown application, and a reference with one wrong character.
    const near = [
      `NEFT ${name.toUpperCase()} SHARMA2026${String(at + 1).padStart(4, '0')} DONATION`,
      `UPI/CR/${digits(12)}/${name}/MA-2031-${String(at + 1).padStart(4, '0')}`,
      `UPI/CR/${digits(12)}/${name}/${wrongIn(payReferenceOf(`MA-2026-${String(at + 1).padStart(4, '0')}`))}`,
      `IMPS-${digits(12)}-${name.toUpperCase()}-CONFERENCE FEE PAYMENT`,
    ]
    const payer = near[at % near.length]!
    return { id: `decoy ${at}`, paidOn: '2026-11-04', amount: String(oneOf(fees)), payNumber: '', payer }
  })
}

function wrongIn(reference: string): string {
  const last = reference.at(-1)!
  return reference.slice(0, -1) + (last === '7' ? '8' : '7')
}

test(`of ${many} payments in the words of six banks at least 95 in 100 are matched without a hand, none wrongly`, () => {
  const payments = Array.from({ length: many }, (_, at) => makePayment(at))
  const lines = [...payments.map(({ line }) => line), ...makeDecoys()]

  const certain = proposeMatches(
    lines,
    payments.map(({ one }) => one),
  ).filter(({ isCertain }) => isCertain)

  expect(certain.filter(({ lineId, reference }) => lineId !== reference)).toEqual([])
  expect(certain.length).toBeGreaterThanOrEqual(0.95 * many)
})
