import { describe, expect, test } from 'vitest'
import { findHeadings, guessColumns } from './columns.ts'
import { proposeMatches, type UnpaidApplication, type OpenLine } from './match.ts'
import { payReferenceOf } from '#features/memberships/pay-reference.ts'
import { hashLines, readAmount, readDay, readLine } from './read-line.ts'

test.for([
  ['2026-11-04', '2026-11-04'],
  ['2026-11-04 10:22:00', '2026-11-04'],
  ['04/11/2026', '2026-11-04'],
  ['4.11.26', '2026-11-04'],
  ['04-Nov-2026', '2026-11-04'],
  ['4 November 2026', '2026-11-04'],
  ['31/02/2026', undefined],
  ['11/2026', undefined],
  ['04-Foo-2026', undefined],
  ['', undefined],
])('the day “%s” is %s', ([text, day]) => {
  expect(readDay(text!)).toBe(day)
})

test.for([
  ['500', '500'],
  ['1,00,000.50', '100000.5'],
  ['₹ 500.00 Cr', '500'],
  ['Rs. 500', '500'],
  ['INR 5,000.00', '5000'],
  ['500.00 Dr', undefined],
  ['-500', undefined],
  ['0.00', undefined],
  ['=1+1', undefined],
  ['', undefined],
])('“%s” brings %s', ([text, amount]) => {
  expect(readAmount(text!)).toBe(amount)
})

test('columns are recognised by the headings of banks, below the account details', () => {
  const rows = [
    ['Account', '12345'],
    ['', ''],
    ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
  ]
  expect(findHeadings(rows)).toBe(2)
  expect(guessColumns(rows[2]!)).toEqual({ day: 1, amount: 5, number: 3, payer: 2 })
  expect(findHeadings([['only'], ['a', 'b']])).toBe(1)
  expect(findHeadings([['only']])).toBe(-1)
})

test('a line without incoming money says so, and the same line in two files is the same', () => {
  const columns = { day: 0, amount: 1, number: 2, payer: 3 }
  const lines = [
    ['04/11/2026', '500', 'UTR1234', 'A  SAMPLE'],
    ['04/11/2026', '', '', 'charges'],
    ['2026-11-04', '500.00', 'utr-1234', 'a sample'],
    ['someday', '5', '', ''],
  ].map((cells) => readLine(cells, columns))

  expect(lines.map(({ problem }) => problem)).toEqual([
    null,
    'This line has no incoming amount.',
    null,
    'The date of this line cannot be read.',
  ])
  const [first, , third] = hashLines(lines)
  expect(first).not.toBe(third)
  expect(hashLines([lines[2]!])[0]).toBe(first)
})

const line = (changes: Partial<OpenLine> = {}): OpenLine => ({
  ...{ id: '1', paidOn: '2026-11-04', amount: '500', payNumber: 'UTR00012345', payer: 'NEFT A SAMPLE' },
  ...changes,
})
const asha: UnpaidApplication = {
  ...{ reference: 'MA-1', name: 'Dr Asha Sample', payNumber: 'utr00012345', amount: '500.00' },
  payDay: '2026-11-02',
  ...{ payReference: payReferenceOf('asha'), fee: undefined, missing: undefined },
}

describe('a payment', () => {
  test('with the announced number and amount is certain', () => {
    expect(proposeMatches([line()], [asha])).toEqual([
      {
        ...{ lineId: '1', reference: 'MA-1', name: 'Dr Asha Sample', isCertain: true },
        why: 'Same number and amount',
      },
    ])
  })

  test('is found by its number among the bank’s words', () => {
    const words = line({ payNumber: '', payer: 'NEFT/UTR00012345/ASHA' })
    expect(proposeMatches([words], [asha])).toMatchObject([{ isCertain: true }])
    const inside = line({ payNumber: '', payer: 'NEFT/XUTR00012345/' })
    expect(proposeMatches([inside], [{ ...asha, amount: '1' }])).toEqual([])
  })

  test('that names another applicant, waiting or not, is left to a person', () => {
    const other = line({ payer: 'NEFT RAO VIKRAM' })
    expect(proposeMatches([other], [asha])).toMatchObject([{ isCertain: true }])
    expect(proposeMatches([other], [asha], ['Prof. Vikram Rao'])).toMatchObject([{ isCertain: false }])
    expect(proposeMatches([line()], [asha], ['Prof. Vikram Rao'])).toMatchObject([{ isCertain: true }])
  })

  test('of another amount is proposed with a note', () => {
    expect(proposeMatches([line({ amount: '450' })], [asha])).toMatchObject([
      { isCertain: false, why: 'Same number; the applicant stated 500.00' },
    ])
  })

  test('without its number is proposed by amount, day and name', () => {
    const bare = line({ payNumber: '' })
    expect(proposeMatches([bare], [asha])).toMatchObject([{ reference: 'MA-1', isCertain: false }])
    expect(proposeMatches([{ ...bare, paidOn: '2026-11-20' }], [asha])).toEqual([])
    expect(proposeMatches([{ ...bare, payer: 'B SAMPLE' }], [asha])).toEqual([])
    expect(proposeMatches([{ ...bare, amount: '501' }], [asha])).toEqual([])
  })

  test('that two applications announce, or that came twice, is certain for none', () => {
    const two = [asha, { ...asha, reference: 'MA-2' }]
    expect(proposeMatches([line()], two)).toMatchObject([{ isCertain: false }])
    expect(proposeMatches([line(), line({ id: '2' })], [asha]).map(({ isCertain }) => isCertain)).toEqual([
      false,
      false,
    ])
  })

  test('is not found by a number that is too short to be distinctive', () => {
    expect(
      proposeMatches([line({ payNumber: '12345', payer: '' })], [{ ...asha, payNumber: '12345' }]),
    ).toEqual([])
  })

  describe('of someone who owes a fee', () => {
    const fee = { currency: 'INR', minor: 500_000 }
    const owing = { ...asha, payNumber: '', amount: '', payDay: '', fee, missing: fee }
    const named = { payNumber: '', payer: `UPI/432112345678/A SAMPLE/${asha.payReference}` }

    test('is certain if it names the application and brings the fee', () => {
      expect(proposeMatches([line({ ...named, amount: '5000' })], [owing])).toMatchObject([
        { isCertain: true, why: 'Names the application, same amount' },
      ])
      const byCase = line({ payNumber: '', payer: 'NEFT MA 2026 0007 A SAMPLE', amount: '5000' })
      expect(proposeMatches([byCase], [{ ...owing, reference: 'MA-2026-0007' }])).toMatchObject([
        { isCertain: true },
      ])
    })

    test('is never certain if it brings less or more', () => {
      expect(proposeMatches([line({ ...named, amount: '4000' })], [owing])).toMatchObject([
        { isCertain: false, why: 'Names the application; the fee is ₹\u00a05,000' },
      ])
      const rest = { ...owing, missing: { currency: 'INR', minor: 100_000 } }
      expect(proposeMatches([line({ ...named, amount: '5000' })], [rest])).toMatchObject([
        { isCertain: false, why: 'Names the application; ₹\u00a01,000 of the fee is outstanding' },
      ])
      expect(proposeMatches([line({ ...named, amount: '1000' })], [rest])).toMatchObject([
        { isCertain: true },
      ])
    })

    test('in another currency is left to a person', () => {
      const abroad = { currency: 'USD', minor: 5000 }
      expect(
        proposeMatches([line({ ...named, amount: '50' })], [{ ...owing, fee: abroad, missing: abroad }]),
      ).toMatchObject([{ isCertain: false }])
    })
  })
})
