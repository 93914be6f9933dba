import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payReferenceOf, payReferencesIn } from './pay-reference.ts'

const seed = 20_261_118
const reference = payReferenceOf('a draft')

test('a payment reference belongs to one form and avoids characters that look alike', () => {
  expect(payReferenceOf('a draft')).toBe(reference)
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(payReferenceOf(id)).toMatch(/^FEE[0-9A-HJKMNP-TV-Z]{7}$/)
    }),
    { seed },
  )
})

test('it is found however a bank breaks or joins its description', () => {
  const broken = `${reference.slice(0, 5)} ${reference.slice(5)}`
  for (const text of [
    reference,
    `UPI/CR/432112345678/ASHA/SBIN/${reference.toLowerCase()}`,
    `NEFT-${broken}-ASHA`,
    `MEMBERSHIPFEE${reference}432112345678`,
  ])
    expect(payReferencesIn(text)).toContain(reference)
})

test('letters typed for digits are understood', () => {
  const zeros = Array.from({ length: 500 }, (_, at) => payReferenceOf(String(at))).filter((one) =>
    /[01]/.test(one.slice(3)),
  )
  for (const one of zeros) {
    const retyped = `FEE${one.slice(3).replaceAll('0', 'O').replaceAll('1', 'l')}`
    expect(payReferencesIn(retyped)).toContain(one)
  }
})

test('with one wrong character it is not found', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 9 }),
      fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
      (at, sign) => {
        fc.pre(reference[at] !== sign)
        expect(payReferencesIn(reference.slice(0, at) + sign + reference.slice(at + 1))).toEqual([])
      },
    ),
    { seed },
  )
})
